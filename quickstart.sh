#!/usr/bin/env bash
# From a fresh clone to a tuned model: installs what is needed, builds the tool
# and the plugin, and tunes the bundled example.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# ninja's own choice is two more than there are cores.
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

scripts/setup.sh
cmake --preset release
cmake --build --preset release --target npuprof-opt npuprof-plugin

build=build/release
output=tuned.mlir
command=("$build/bin/npuprof-opt" --fuse-from-profile=examples/op_summary.csv
  --explain examples/transformer.mlir -o "$output")
printf '\n$ %s\n' "${command[*]}"
"${command[@]}"
printf '\nThe tuned model is %s.\n' "$output"
