//===- NPUDialect.td - The npu dialect ---------------------*- tablegen -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPUDIALECT_TD
#define NPUPROF_DIALECT_NPU_IR_NPUDIALECT_TD

include "mlir/IR/DialectBase.td"

def NPU_Dialect : Dialect {
  let name = "npu";
  let summary = "Fused operators of Ascend NPUs and what a profile says of them";
  let description = [{
    The dialect has three parts:

    * `npu.kernel`, a region that runs as one launch: how structural fusion is
      written down;
    * named fused operators, each the twin of a CANN operator
      (`npu.add_rms_norm` is `aclnnAddRmsNorm`);
    * discardable attributes that any operation may carry: `npu.profile`
      (`#npu.profile`, what was measured) and `npu.tiling` (`#npu.tiling`, how to
      tile), and `npu.profile_summary` (`#npu.profile_summary`) on the module.
      An argument of a fusion pattern may carry `npu.identity`, a float: the
      value that changes nothing there, so that the argument may be missing;
      `npu.broadcast`: the same along some dims; `npu.grouped`, a dim along
      which groups of indices share what they have; and, as a result may,
      `npu.pairs`, "half" or "interleaved": elements of its last axis that
      belong together, half of the axis apart or neighbours.

    `npuprof-lower-to-linalg` turns all of it into upstream dialects.
  }];
  let cppNamespace = "::npuprof::npu";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOperations();

    /// Names of the discardable attributes.
    static constexpr ::llvm::StringLiteral getProfileAttrName() {
      return ::llvm::StringLiteral("npu.profile");
    }
    static constexpr ::llvm::StringLiteral getTilingAttrName() {
      return ::llvm::StringLiteral("npu.tiling");
    }
    static constexpr ::llvm::StringLiteral getProfileSummaryAttrName() {
      return ::llvm::StringLiteral("npu.profile_summary");
    }
    /// On an argument of a pattern: the constant that changes nothing there.
    static constexpr ::llvm::StringLiteral getIdentityAttrName() {
      return ::llvm::StringLiteral("npu.identity");
    }
    /// On an argument of a pattern: it may be the same along some dims.
    static constexpr ::llvm::StringLiteral getBroadcastAttrName() {
      return ::llvm::StringLiteral("npu.broadcast");
    }
    /// On an argument of a pattern: a dim along which consecutive indices may
    /// share what the value has.
    static constexpr ::llvm::StringLiteral getGroupedAttrName() {
      return ::llvm::StringLiteral("npu.grouped");
    }
    /// On an argument or result of a pattern: which elements are pairs.
    static constexpr ::llvm::StringLiteral getPairsAttrName() {
      return ::llvm::StringLiteral("npu.pairs");
    }
  }];
}

#endif // NPUPROF_DIALECT_NPU_IR_NPUDIALECT_TD
