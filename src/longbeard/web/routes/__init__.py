"""Routes: one module for each kind of address."""
