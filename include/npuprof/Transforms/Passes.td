//===- Passes.td - Passes of npuprof -----------------------*- tablegen -*-===//

#ifndef NPUPROF_TRANSFORMS_PASSES_TD
#define NPUPROF_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def UniquifyElidedPass : Pass<"npuprof-uniquify-elided", "::mlir::ModuleOp"> {
  let summary = "give every elided weight a resource key of its own";
  let description = [{
    Dumps of real models print large weights as `dense_resource<__elided__>`.
    All of one type are then the same attribute, and any folding pass merges
    them: gamma becomes beta. This pass gives each constant a key of its own
    (`__elided__`, `__elided___1`, ...), before anything folds. `npuprof-opt`
    runs it on load.

    ```mlir
    %g = arith.constant dense_resource<__elided__> : tensor<768xf32>
    %b = arith.constant dense_resource<__elided__> : tensor<768xf32>
    ==>
    %g = arith.constant dense_resource<__elided__> : tensor<768xf32>
    %b = arith.constant dense_resource<__elided___1> : tensor<768xf32>
    ```
  }];
}

def AnnotatePass : Pass<"npuprof-annotate", "::mlir::ModuleOp"> {
  let summary = "attach the figures of a profile to the operations they measure";
  let description = [{
    Reads the profile and gives each operation that a row belongs to an
    `npu.profile` attribute; the module gets `npu.profile_summary`. A row meets
    an operation by its name in a location, then by operator type, shapes and
    element types in order of execution, then by operator type alone (tables
    that have no shapes). Prints the coverage (the share of the device time
    that was attributed) and the largest rows that no operation was found for.
  }];
  let dependentDialects = ["::npuprof::npu::NPUDialect"];
  let options = [
    ListOption<"profile", "profile", "std::string",
               "Profile to read: files, or a profiler's output directory">,
    Option<"minCoverage", "min-coverage", "double", /*default=*/"0.0",
           "Least share of the device time (0 to 1) that must be attributed; less is an error">,
    Option<"quiet", "quiet", "bool", /*default=*/"false",
           "Do not print the coverage on stderr">,
  ];
}

def StripProfilePass : Pass<"npuprof-strip-profile", "::mlir::ModuleOp"> {
  let summary = "remove what npuprof-annotate attached";
  let description = [{
    Removes `npu.profile` and `npu.profile_summary` from the module and all
    operations in it, for tools that do not know the npu dialect. A dry run ends
    with it, so that its output is the model as it was read.
  }];
}

def SymptomsPass : Pass<"npuprof-symptoms", "::mlir::ModuleOp"> {
  let summary = "report where annotated operations break the users' rules of thumb";
  let description = [{
    Cube busy below 70 %, Vector busy below 50 %, more than 100 launches or 2 ms
    of launch cost are symptoms that users of msprof know. They are reported as
    analysis remarks on the operation (or the module), and are not causes: a
    decode matmul is bandwidth bound whatever its tiles. The limits stand in
    data/thresholds.json.
  }];
  let dependentDialects = ["::npuprof::npu::NPUDialect"];
  let options = [
    Option<"quiet", "quiet", "bool", /*default=*/"false",
           "Do not print the symptoms of the model on stderr">,
  ];
}

def FusePass : Pass<"npuprof-fuse", "::mlir::ModuleOp"> {
  let summary = "replace what computes a fused operator by that operator, where it pays";
  let description = [{
    Finds, by what is computed and not by how it is spelled, the parts of the
    model that equal a pattern of the library (data/patterns), and gives each a
    verdict: measured time of the parts (estimated where the model carries no
    `npu.profile`) against the estimated time of the whole, the operator's
    limits on the target, and what the graph allows. Verdicts leave as remarks
    (category `npuprof-fuse`) and, with `explain`, as a table.

    ```mlir
    %s = linalg.add ins(%a, %b ...)
    ... twelve operations of a LayerNorm over %s ...
    ==>
    %y, %s = npu.add_layer_norm ins(%a, %b ...) gamma(%g ...) beta(%c ...) eps(%e : f32) outs(...)
    ```

    The fused operation gets a location that holds all that it replaced, and the
    sum of their profiles.
  }];
  let dependentDialects = ["::npuprof::npu::NPUDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"ascend910b3\"",
           "Chip to tune for: ascend910b1, ascend910b2, ascend910b3, ascend910b4, ascend310p or host">,
    Option<"minGain", "min-gain", "double", /*default=*/"0.0",
           "Least gain of a fusion in microseconds a call">,
    ListOption<"disable", "disable", "std::string",
               "Fusions to leave out, by name">,
    Option<"explain", "explain", "bool", /*default=*/"false",
           "Print the table of verdicts on stderr">,
    Option<"dryRun", "dry-run", "bool", /*default=*/"false",
           "Decide and report, but change nothing">,
    Option<"quiet", "quiet", "bool", /*default=*/"false",
           "Do not print the summary on stderr">,
  ];
}

#endif // NPUPROF_TRANSFORMS_PASSES_TD
