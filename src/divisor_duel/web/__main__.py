"""``python -m divisor_duel.web`` is ``duel serve``.

It becomes that command instead of importing it: the terminal knows the server, not the other way
round.
"""

import os
import sys

if __name__ == "__main__":
    command = [sys.executable, "-m", "divisor_duel", "serve", *sys.argv[1:]]
    if sys.platform == "win32":  # exec there returns to the shell at once
        import subprocess

        sys.exit(subprocess.call(command))
    os.execv(sys.executable, command)
