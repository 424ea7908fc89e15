"""The table on a whole screen (extra `tui`): rooms make panels, `draw.py` draws them, Textual shows them."""
