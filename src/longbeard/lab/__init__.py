"""The arena: many matches between bots, and statistics about them."""
