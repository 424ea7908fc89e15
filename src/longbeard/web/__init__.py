"""The web table: pages and sockets round the tables."""
