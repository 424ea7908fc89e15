"""`python -m longbeard` is `longbeard`."""

from longbeard.terminal.command import main

if __name__ == "__main__":
    main()
