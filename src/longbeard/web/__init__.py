"""The web layer: pages and sockets round the tables."""
