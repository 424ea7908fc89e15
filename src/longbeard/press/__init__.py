"""Paper: printed pieces as PDFs, and as pictures for the page."""
