# Tests of npuprof: the tools are run and their output is checked.

import os
import sys

import lit.formats
from lit.llvm import llvm_config

config.name = "npuprof"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.npuprof_binary_dir, "test")

# This project's tools are preferred to tools of the same name in LLVM.
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.npuprof_tools_dir, append_path=True)
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    ["npuprof-opt", "mlir-opt", "mlir-runner", "split-file"],
    [config.npuprof_tools_dir, config.llvm_tools_dir],
)

# The plugin for stock mlir-opt.
config.substitutions.append(
    ("%plugin", os.path.join(config.npuprof_lib_dir, "npuprof-plugin" + config.llvm_shlib_ext))
)

# Upstream only: from tensors to what mlir-runner takes.
LOWER_TO_LLVM = (
    "builtin.module(func.func(convert-elementwise-to-linalg),"
    "one-shot-bufferize{bufferize-function-boundaries=true"
    " function-boundary-type-conversion=identity-layout-map},"
    "buffer-deallocation-pipeline,convert-bufferization-to-memref,"
    "func.func(convert-linalg-to-loops),"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "convert-math-to-funcs{convert-ctlz=false},convert-scf-to-cf,"
    "convert-math-to-llvm,convert-math-to-libm,convert-arith-to-llvm,"
    "convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,"
    "convert-cf-to-llvm,reconcile-unrealized-casts)"
)
config.substitutions.append(
    ("%lower_to_llvm", f"{config.llvm_tools_dir}/mlir-opt '--pass-pipeline={LOWER_TO_LLVM}'")
)
RUNNER_LIBS = ["libmlir_c_runner_utils", "libmlir_runner_utils", "libmlir_float16_utils"]
config.substitutions.append(
    (
        "%run_main",
        f"{config.llvm_tools_dir}/mlir-runner -e main --entry-point-result=void --shared-libs="
        + ",".join(f"{config.llvm_lib_dir}/{lib}{config.llvm_shlib_ext}" for lib in RUNNER_LIBS),
    )
)

# Runs a model as it is and tuned, and compares the numbers.
run_both = os.path.join(config.test_source_root, "Integration", "run_both.py")
config.substitutions.append(("%run_both", f"{sys.executable} {run_both} --opt npuprof-opt"))

# Pages and examples are part of the project.
config.substitutions.append(("%repository", config.npuprof_source_dir))
config.substitutions.append(("%build", config.npuprof_binary_dir))
config.substitutions.append(("%tools", config.npuprof_tools_dir))
# What mlir-tblgen makes of the descriptions.
config.substitutions.append(
    ("%tablegen_docs", os.path.join(config.npuprof_binary_dir, "docs", "npuprof"))
)

# Models and profiles that live beside the repository, where they are present.
shared_data = os.path.realpath(os.path.join(config.npuprof_source_dir, "..", "shared", "data"))
if os.path.isdir(shared_data):
    config.available_features.add("shared-data")
config.substitutions.append(("%shared_data", shared_data))

# A plugin that is instrumented does not load into stock mlir-opt. Debian's LLVM
# is not: memory that its allocators hand out would stay poisoned by ours.
if "Address" in config.npuprof_sanitizer:
    config.available_features.add("asan")
    config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0"
