"""The table on a whole screen (extra `tui`): rooms give panels, `draw.py` sets them, Textual shows them."""
