#!/usr/bin/env bash
# Installs what is needed, builds everything and runs every test. The last line
# is "N passed, N failed"; the exit code is 0 only when tests ran and none
# failed.
#
#   ./check.sh [preset]     release (default), debug or asan
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# ninja's own choice is two more than there are cores.
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

preset=${1:-release}
results=build/$preset/test-results.xml

scripts/setup.sh
cmake --preset "$preset"
cmake --build --preset "$preset"

rm -f "$results"
status=0
LIT_OPTS="${LIT_OPTS-} --xunit-xml-output='$PWD/$results'" \
  cmake --build --preset "$preset" --target check-npuprof || status=$?
/usr/bin/python3 scripts/count_tests.py "$results" || status=1
exit "$status"
