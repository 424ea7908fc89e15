"""Answer requests: one module for each kind of address."""
