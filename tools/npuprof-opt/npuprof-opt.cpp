//===- npuprof-opt.cpp - mlir-opt with the npu dialect --------------------===//

#include "npuprof/Conversion/Passes.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include "npuprof/Transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<npuprof::npu::NPUDialect>();

  mlir::registerAllPasses();
  npuprof::registerNPUProfConversionPasses();
  npuprof::registerNPUProfPasses();

  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "npuprof optimizer driver\n", registry));
}
