"""Program: prints the path of this Python, and then the folders that it needs."""

import os
import sys

print(sys.executable, *{sys.prefix, sys.base_prefix, os.path.realpath(sys.prefix)}, sep="\n")
