# Unit tests: every GoogleTest program named *Tests below the build's test/unit.

import os

import lit.formats

config.name = "npuprof-unit"
config.suffixes = []
config.test_exec_root = os.path.join(config.npuprof_binary_dir, "test", "unit")
config.test_source_root = config.test_exec_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
# As in test/lit.cfg.py.
config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0"
