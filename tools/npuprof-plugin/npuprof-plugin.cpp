//===- npuprof-plugin.cpp - The dialect and its passes for mlir-opt -------===//
//
// mlir-opt --load-dialect-plugin=npuprof-plugin.so
//   --load-pass-plugin=npuprof-plugin.so --pass-pipeline=...
//
//===----------------------------------------------------------------------===//

#include "npuprof/Conversion/Passes.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include "npuprof/Pipelines/Pipelines.h"
#include "npuprof/Transforms/Passes.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "npuprof", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            registry->insert<npuprof::npu::NPUDialect>();
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "npuprof", LLVM_VERSION_STRING, [] {
            npuprof::registerNPUProfConversionPasses();
            npuprof::registerNPUProfPasses();
            npuprof::registerPipelines();
          }};
}
