"""Paper: printed pieces as PDFs."""
