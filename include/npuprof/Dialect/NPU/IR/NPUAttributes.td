//===- NPUAttributes.td - Attributes of the npu dialect ----*- tablegen -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPUATTRIBUTES_TD
#define NPUPROF_DIALECT_NPU_IR_NPUATTRIBUTES_TD

include "npuprof/Dialect/NPU/IR/NPUDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class NPU_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<NPU_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

// Of a type that has a hash, unlike double; read as a double.
class NPU_DoubleParameter<string desc>
    : AttrParameter<"::npuprof::npu::HashableDouble", desc> {
  let cppAccessorType = "double";
}
class NPU_OptionalDoubleParameter<string desc>
    : AttrParameter<"std::optional<::npuprof::npu::HashableDouble>", desc> {
  let cppAccessorType = "std::optional<double>";
}

def NPU_MatchKind : I32EnumAttr<"MatchKind", "how a profile row met an operation", [
    I32EnumAttrCase<"Name", 0, "name">,
    I32EnumAttrCase<"NormalizedName", 1, "normalized-name">,
    I32EnumAttrCase<"Sequence", 2, "sequence">,
    I32EnumAttrCase<"Type", 3, "type">,
    I32EnumAttrCase<"Parts", 4, "parts">]> {
  let cppNamespace = "::npuprof::npu";
  let genSpecializedAttr = 0;
}

def NPU_AttentionLayout : I32EnumAttr<"AttentionLayout", "order of an attention's dims", [
    I32EnumAttrCase<"BNSD", 0>, I32EnumAttrCase<"BSND", 1>]> {
  let cppNamespace = "::npuprof::npu";
}

def NPU_GeluApproximation : I32EnumAttr<"GeluApproximation", "how GELU is computed", [
    I32EnumAttrCase<"None", 0, "none">,
    I32EnumAttrCase<"Tanh", 1, "tanh">]> {
  let cppNamespace = "::npuprof::npu";
}

def NPU_RotaryMode : I32EnumAttr<"RotaryMode", "which elements are rotated as a pair", [
    I32EnumAttrCase<"Half", 0, "half">,
    I32EnumAttrCase<"Interleaved", 1, "interleaved">]> {
  let cppNamespace = "::npuprof::npu";
}

def NPU_ProfileAttr : NPU_Attr<"Profile", "profile"> {
  let summary = "what was measured for an operation";
  let description = [{
    Figures of one call, as the profiler gave them; a figure that the profile
    does not have is absent, never 0. `match` and `confidence` are always there.

    | field | meaning | unit |
    |---|---|---|
    | `calls` | launches that the figures are the mean of | |
    | `time_us` | device time of one call | microseconds |
    | `wait_us` | gap to the task before; negative where the two overlap | microseconds |
    | `launch_us` | host time of one launch | microseconds |
    | `mac`, `vec`, `scalar`, `mte1`, `mte2`, `mte3`, `fixpipe` | busy share of the pipe | 0 to 1 |
    | `read_bytes`, `written_bytes` | traffic with GM of one call | bytes |
    | `cores` | cores that one call used | |
    | `type` | the operator type of the row | |
    | `match` | how the row met the operation: `name`, `normalized-name`, `sequence`, `type`, or `parts` (the sum of what a rewrite replaced) | |
    | `confidence` | how sure the match is | 0 to 1 |

    ```mlir
    #npu.profile<calls = 30, time_us = 1250.0, mac = 0.82, type = "MatMulV3",
                 match = name, confidence = 1.0>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::npuprof::Figures", "the figures">:$figures,
    StringRefParameter<"operator type of the row", [{""}]>:$type,
    EnumParameter<NPU_MatchKind>:$match,
    NPU_DoubleParameter<"0 to 1">:$confidence);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def NPU_TilingAttr : NPU_Attr<"Tiling", "tiling"> {
  let summary = "how an operation is tiled";
  let description = [{
    `tile` gives the tile size of each loop of the operation, in its order (0:
    not tiled); `cores` how many cores each loop is spread over (absent: left to
    the runtime).

    ```mlir
    #npu.tiling<tile = [8, 0], cores = [20, 1], double_buffer = true>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "tile size of each loop">:$tile,
    OptionalArrayRefParameter<"int64_t", "cores along each loop">:$cores,
    DefaultValuedParameter<"bool", "false", "two buffers for loads">:$doubleBuffer);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def NPU_ProfileSummaryAttr : NPU_Attr<"ProfileSummary", "profile_summary"> {
  let summary = "what a profile says of the whole module";
  let description = [{
    Left by `npuprof-annotate` on the module, so that later passes decide with
    this profile's own rates.

    | field | meaning | unit |
    |---|---|---|
    | `files` | the files that were read | |
    | `device_us` | device time of all compute rows | microseconds |
    | `attributed_us` | the part of it that correlation gave to operations | microseconds |
    | `launches` | launches of the run | |
    | `steps` | runs of the model that the profile covers | |
    | `launch_us` | what one launch costs beyond the device time | microseconds |
    | `bandwidth_gbs` | GM bandwidth that the run reached | GB/s |
    | `kernel_floor_us` | the shortest kernel | microseconds |
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::StringAttr", "files">:$files,
    NPU_DoubleParameter<"device time">:$deviceUs,
    NPU_DoubleParameter<"attributed device time">:$attributedUs,
    AttrParameter<"std::optional<int64_t>", "launches">:$launches,
    AttrParameter<"std::optional<int64_t>", "steps">:$steps,
    NPU_OptionalDoubleParameter<"launch cost">:$launchUs,
    NPU_OptionalDoubleParameter<"bandwidth">:$bandwidthGBs,
    NPU_OptionalDoubleParameter<"shortest kernel">:$kernelFloorUs);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Share of the device time that was attributed, 0 to 1.
    double getCoverage() const {
      return getDeviceUs() > 0 ? getAttributedUs() / getDeviceUs() : 0;
    }
  }];
}

#endif // NPUPROF_DIALECT_NPU_IR_NPUATTRIBUTES_TD
