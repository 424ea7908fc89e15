"""People: who they are here, what they played, the daily deal, and how all of that is forgotten."""
