"""Many matches at once: the arena of bots, the balance lab, and statistics about them."""
