"""Live tables without a network: who plays which seat, and what is stored."""
