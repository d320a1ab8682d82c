#!/usr/bin/python3
"""Runs what a page shows and compares what it prints.

    check_console.py page.md --repository DIR --build DIR

Each ```console block of the page is one session: lines that start with "$ " are
commands, what follows them is their output, stderr included. All sessions run
in one folder, which holds `examples` and `build/release` as a clone does.
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile


def find_sessions(text):
    """Pairs of command and expected output, in order."""
    sessions = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for line in block.splitlines(keepends=True):
            if line.startswith("$ "):
                sessions.append((line[2:].rstrip("\n"), []))
            elif sessions and sessions[-1][0].endswith("\\"):
                sessions[-1] = (sessions[-1][0] + "\n" + line.rstrip("\n"), [])
            else:
                sessions[-1][1].append(line)
    return sessions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--repository", required=True, type=pathlib.Path)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    arguments = parser.parse_args()

    sessions = find_sessions(arguments.page.read_text(encoding="utf-8"))
    if not sessions:
        print(f"{arguments.page}: no ```console block with a command", file=sys.stderr)
        return 1
    good = True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "examples").symlink_to(arguments.repository.resolve() / "examples")
        (folder / "build").mkdir()
        (folder / "build" / "release").symlink_to(arguments.build.resolve())
        for command, expected in sessions:
            run = subprocess.run(
                ["bash", "-c", command],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            output = run.stdout.splitlines(keepends=True)
            if run.returncode == 0 and output == expected:
                continue
            good = False
            print(f"{arguments.page}: $ {command}\nexit code {run.returncode}", file=sys.stderr)
            sys.stderr.writelines(difflib.unified_diff(expected, output, "shown", "printed now"))
    return 0 if good else 1


sys.exit(main())
