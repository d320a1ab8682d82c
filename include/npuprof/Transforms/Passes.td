//===- Passes.td - Passes of npuprof -----------------------*- tablegen -*-===//

#ifndef NPUPROF_TRANSFORMS_PASSES_TD
#define NPUPROF_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def UniquifyElidedPass : Pass<"npuprof-uniquify-elided", "::mlir::ModuleOp"> {
  let summary = "give every elided weight a resource key of its own";
  let description = [{
    Dumps of real models print large weights as `dense_resource<__elided__>`.
    All of one type are then the same attribute, and any folding pass merges
    them: gamma becomes beta. This pass gives each a key of its own, before
    anything folds. `npuprof-opt` runs it on load.

    It is right because a key without contents has no meaning but its name:
    telling apart what the dump merged adds nothing, and no two weights of the
    model that was dumped are known to be equal.

    ```mlir
    %gamma = arith.constant dense_resource<__elided__> : tensor<768xf32>
    %beta = arith.constant dense_resource<__elided__> : tensor<768xf32>
    ==>
    %gamma = arith.constant dense_resource<__elided__> : tensor<768xf32>
    %beta = arith.constant dense_resource<__elided___1> : tensor<768xf32>
    ```

    Limits: only attributes of operations without operands (constants, globals)
    are looked at; resources with contents are left alone. Profile fields used:
    none.

    (* example: test/Docs/uniquify-elided.mlir *)
  }];
}

def AnnotatePass : Pass<"npuprof-annotate", "::mlir::ModuleOp"> {
  let summary = "attach the figures of a profile to the operations they measure";
  let description = [{
    Reads the profile and gives each operation that a row belongs to an
    `npu.profile` attribute; the module gets `npu.profile_summary`. Nothing else
    changes. A row meets an operation, in this order,

    1. by its name in a location, as it is or normalised (scopes, case and
       punctuation do not count);
    2. by operator type, shapes and element types in order of execution:
       repeated runs of the model are told apart and averaged;
    3. by operator type alone, where a table has a row for all launches of a
       type; the row is then spread evenly.

    `match` and `confidence` of the attribute say which it was and how sure. A
    figure that the profile does not have is absent from the attribute, never 0.

    ```mlir
    %1 = linalg.matmul ins(%a, %b ...) outs(%0 ...)
    ==>
    %1 = linalg.matmul {npu.profile = #npu.profile<calls = 30, time_us = 1250.0, mac = 0.82,
                        type = "MatMulV3", match = sequence, confidence = 0.95>} ins(%a, %b ...) outs(%0 ...)
    ```

    Prints on stderr the coverage (the share of the device time that was
    attributed), by how rows were matched, and the largest rows that no operation
    was found for; these are analysis remarks of the category
    `npuprof-annotate` too. Coverage below the threshold `low_coverage` is a
    warning.

    Profile fields used: name, type, shapes and element types, start, duration,
    wait, pipe ratios, bytes, cores, step; whichever of them there are.

    Limits: rows of communication and of the host are not matched. One operation
    of the model can run as several launches only where rows carry its name.

    (* example: test/Docs/annotate.mlir *)
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
    with it, so that its output is the model as it was read, but for the keys
    of elided weights. Both attributes are discardable: without them the model
    computes the same.

    ```mlir
    %1 = linalg.add {npu.profile = #npu.profile<calls = 30, time_us = 8.0, ...>} ...
    ==>
    %1 = linalg.add ...
    ```

    Limits: operations of the npu dialect and `npu.tiling` stay; for these there is
    `npuprof-lower-to-linalg`. Profile fields used: none.

    (* example: test/Docs/strip-profile.mlir *)
  }];
}

def SymptomsPass : Pass<"npuprof-symptoms", "::mlir::ModuleOp"> {
  let summary = "report where annotated operations break the users' rules of thumb";
  let description = [{
    Cube busy below 70 %, Vector busy below 50 %, more than 100 launches or 2 ms
    of launch cost a run are symptoms that users of msprof know. They are reported
    as analysis remarks (category `npuprof-symptoms`) on the operation or the
    module, and counted on stderr. The limits stand in data/thresholds.json.

    They are symptoms, not causes, so nothing is rewritten for them: a decode
    matmul is bandwidth bound whatever its tiles, and well-tuned vector kernels
    that are bound by memory show 4 to 7 %.

    ```mlir
    %1 = linalg.matmul {npu.profile = #npu.profile<..., mac = 0.41, ...>} ...
    ==>
    remark: [Analysis] low-cube-utilization | ... Reason="Cube is busy 41.0 % of the time, less than 70 %"
    ```

    Profile fields used: `mac` and `vec` of `npu.profile`; `launches`, `steps` and
    `launch_us` of `npu.profile_summary`. What is absent is not judged. Limits: an
    operation counts as work for the Cube by its `mac` or by its kind
    (contractions, convolutions); all other ones are judged by `vec`.

    (* example: test/Docs/symptoms.mlir *)
  }];
  let dependentDialects = ["::npuprof::npu::NPUDialect"];
  let options = [
    Option<"quiet", "quiet", "bool", /*default=*/"false",
           "Do not print the symptoms of the model on stderr">,
  ];
}

def FusePass : Pass<"npuprof-fuse", "::mlir::ModuleOp"> {
  let summary = "let operations share a launch, as a fused operator or a kernel, where it pays";
  let description = [{
    First finds, by what is computed and not by how it is spelled, the parts of
    the model that equal a pattern of the library (data/patterns), and gives each
    a verdict with a reason code (docs/reference/ReasonCodes.md):

    1. what the graph allows: no value inside is needed elsewhere, unless the
       operator returns it; no cycle; one block;
    2. what the operator takes on the target (docs/reference/OperatorLimits.md);
    3. the gain: time of the parts minus the estimated time of the whole, plus
       what the launches cost that go away. The parts' time is measured where the
       model carries `npu.profile`, estimated where it does not.

    ```mlir
    %sum = tosa.add %x, %attn
    %square = tosa.mul %sum, %sum, %shift
    ... the other operations of an RMSNorm of %sum ...
    ==>
    %y, %sum = npu.add_rms_norm ins(%x, %attn ...) gamma(%gamma ...) eps(%eps : f32) outs(...)
    ```

    It is right because parts and operator are equal as canonical expressions over
    the same inputs, for every element: what cannot be read exactly is a leaf, and
    equal only to itself. Float arithmetic is taken as real arithmetic there, so
    that the result may differ in rounding: the operator computes in f32 and
    rounds once, whatever the parts did in between.

    Of overlapping candidates the one that keeps the element type of its input,
    then the largest one, is decided first; smaller ones only where it was refused
    for what it is rather than for its gain. The fused operation gets a location
    that holds all that it replaced, and the sum of their profiles with `match =
    parts`. Verdicts leave as remarks (category `npuprof-fuse`, passed or missed)
    and, with `explain`, as a table.

    Then puts what is left into `npu.kernel` by structure, whatever it computes,
    also the parts of an operator that the target does not take:

    * Vector work: elementwise operations, broadcasts, and reductions along the
      same rows, with the reshapes between them; also independent work over the
      same elements that reads the same tensor, as several results. A row of all
      that is alive must fit into UB twice.
    * a contraction or convolution with the elementwise work on its output tile
      behind it (bias, activation, residual, batch norm, quantisation; transposes
      of a convolution's result between them), and in front of its weights their
      transposes and their dequantisation. A matmul reads a transposed operand by
      its `indexing_maps` and needs no kernel for that alone. Other work in front
      stays out: it would be done again for each tile. Work on a few numbers (a
      variance of each channel) that only one kernel needs goes into it.

    ```mlir
    %0 = linalg.matmul ins(%x, %w ...) outs(%fill ...)
    %1 = tosa.add %0, %bias
    %2 = tosa.clamp %1
    ==>
    %2 = npu.kernel "matmul_add_clamp" -> tensor<8x16xf32> { ... npu.yield %2 }
    ```

    It is right because the same operations run on the same values: no path leads
    from one part to another past the kernel, and nothing moves past an operation
    with effects. The parts' copies in the kernel carry no `npu.profile`; the
    kernel has their sum. `disable=kernel` leaves this step out.

    Profile fields used: `time_us` and `calls` of `npu.profile`; `device_us` and
    `attributed_us` (is this cold, and can that be told?), `launch_us`,
    `bandwidth_gbs` and `kernel_floor_us` of `npu.profile_summary`, which go before
    the target's own figures.

    Limits: tensors only; named are LayerNorm and RMSNorm, alone and behind a
    residual add; all parts in one block; a dynamic size counts as 128 in
    estimates and where UB limits a row. A launch, where launches are counted, is
    one operation that computes or one kernel; views, constants and transposes
    are none. What a norm and a quantisation behind it make together stays two
    launches.

    (* example: test/Docs/fuse.mlir *)
  }];
  let dependentDialects = ["::npuprof::npu::NPUDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"ascend910b3\"",
           "Chip to tune for, by the name of its file in data/devices">,
    Option<"minGain", "min-gain", "double", /*default=*/"0.0",
           "Least gain of a fusion in microseconds a call">,
    ListOption<"disable", "disable", "std::string",
               "Fusions to leave out, by name; kernel: those by structure">,
    Option<"explain", "explain", "bool", /*default=*/"false",
           "Print the table of verdicts on stderr">,
    Option<"dryRun", "dry-run", "bool", /*default=*/"false",
           "Decide and report, but change nothing">,
    Option<"quiet", "quiet", "bool", /*default=*/"false",
           "Do not print the summary on stderr">,
  ];
}

#endif // NPUPROF_TRANSFORMS_PASSES_TD
