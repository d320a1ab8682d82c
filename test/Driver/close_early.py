#!/usr/bin/env python3
"""Runs a command whose stderr nobody reads; its output file must not appear.

  close_early.py output command ...
"""

import os
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
code = subprocess.run(sys.argv[2:], stderr=writer, restore_signals=True).returncode
if code == 0:
    sys.exit("error: ended as if all were well")
if os.listdir(os.path.dirname(sys.argv[1])):
    sys.exit("error: something was left behind")
