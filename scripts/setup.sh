#!/usr/bin/env bash
# Installs the Debian packages that npuprof is built and tested with: the one
# place that lists them. Packages that are there already are left alone.
#
#   scripts/setup.sh          what the build and the tests need
#   scripts/setup.sh --dev    and what developers use besides
set -euo pipefail

packages=(
  # MLIR, LLVM, their tools (mlir-opt, mlir-tblgen, lit, FileCheck).
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools
  # Compiler, linker, build.
  clang-22 lld-22 cmake ninja-build ccache
  # Libraries that LLVM's CMake files look for.
  zlib1g-dev libzstd-dev
  # Profiles that are SQLite databases.
  libsqlite3-dev
  # Tests, benchmarks, documentation.
  libgtest-dev libbenchmark-dev python3
)
# Formatting, linting, the preset asan.
developer_packages=(clang-format-22 clang-tidy-22 libclang-rt-22-dev shellcheck)

case "${1-}" in
  "") ;;
  --dev) packages+=("${developer_packages[@]}") ;;
  *)
    echo "usage: scripts/setup.sh [--dev]" >&2
    exit 2
    ;;
esac

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "setup.sh: run me as root, or install sudo: missing ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq </dev/null
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null
