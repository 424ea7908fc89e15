"""Pages: assets, templates, and the parts of a table frame by frame. Nothing here reads a request."""
