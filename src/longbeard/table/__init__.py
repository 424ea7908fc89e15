"""A live table without a network: who plays which seat, and what is kept of it."""
