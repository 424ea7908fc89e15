"""`python -m longbeard` is `longbeard`."""

from longbeard.terminal.command import main

main()
