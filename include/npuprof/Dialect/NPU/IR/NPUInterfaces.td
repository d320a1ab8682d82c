//===- NPUInterfaces.td - Interfaces of the npu dialect ----*- tablegen -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPUINTERFACES_TD
#define NPUPROF_DIALECT_NPU_IR_NPUINTERFACES_TD

include "mlir/IR/OpBase.td"

def NPU_FusedOpInterface : OpInterface<"NPUFusedOpInterface"> {
  let cppNamespace = "::npuprof::npu";
  let description = [{
    A named operator that is the twin of a CANN operator: what it is called
    there, what it moves and computes, and whether a chip takes it. What it
    means is its decomposition: every such operation implements
    `AggregatedOpInterface` too.
  }];
  let methods = [
    InterfaceMethod<"The CANN operator, e.g. \"aclnnAddRmsNorm\".",
      "::llvm::StringRef", "getAclnnName">,
    InterfaceMethod<[{Bytes between GM and the cores of one call: every tensor
        operand read once, every result written once. None if a size is
        dynamic.}],
      "std::optional<int64_t>", "getTrafficBytes">,
    InterfaceMethod<[{FLOP of one call on the Vector unit: each scalar
        operation of the decomposition is one, contractions left out. None if a
        size is dynamic.}],
      "std::optional<int64_t>", "getFlops">,
    InterfaceMethod<[{FLOP of one call on the Cube unit: the contractions, a
        product and a sum for each of their points. None if a size is dynamic.}],
      "std::optional<int64_t>", "getCubeFlops">,
    InterfaceMethod<"Element type that arithmetic is in and sums are kept in.",
      "::mlir::FloatType", "getAccumulatorType">,
    InterfaceMethod<[{Whether operands have the ranks of the pattern only: what a
        dim of the pattern stands for is one dim of the operand then.}],
      "bool", "hasFixedRank">,
    InterfaceMethod<[{The operation is an example over few dims (a pattern):
        makes it one over many, `groups[i]` of them in place of the i-th.}],
      "void", "expandDims", (ins "::llvm::ArrayRef<int64_t>":$groups)>,
    InterfaceMethod<[{Nothing when the chip's operator takes this operation,
        otherwise the refusal with its reason.}],
      "std::optional<::npuprof::Verdict>", "checkConstraints",
      (ins "const ::npuprof::Device &":$device)>,
    InterfaceMethod<[{Whether each element of the result needs only the same
        element of each input, so that the operation can follow a contraction
        tile by tile.}],
      "bool", "isElementwise", (ins), "", "return false;">
  ];
}

#endif // NPUPROF_DIALECT_NPU_IR_NPUINTERFACES_TD
