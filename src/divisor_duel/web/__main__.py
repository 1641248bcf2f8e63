"""``python -m divisor_duel.web`` is ``duel serve``."""

import sys

from divisor_duel.errors import DuelError
from divisor_duel.terminal.parser import Parser
from divisor_duel.terminal.serve import add_flags, run

if __name__ == "__main__":
    parser = Parser(prog="python -m divisor_duel.web")
    add_flags(parser)
    try:
        sys.exit(run(parser.parse_args()))
    except DuelError as error:
        sys.exit(f"{parser.prog}: {error}")
