"""The table in a terminal, and the command line."""
