"""``python -m divisor_duel`` is the `duel` command."""

from divisor_duel.terminal.main import main

if __name__ == "__main__":
    main()
