// Two rows at a time, for every operation.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["npu.layer_norm", "npu.rms_norm", "npu.add_layer_norm", "npu.add_rms_norm",
                                                "npu.gelu", "npu.silu", "npu.swiglu", "npu.geglu", "npu.rotary_mul"]} in %m
      : (!transform.any_op) -> !transform.any_op
    transform.foreach %op : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %tiled, %loop = transform.structured.tile_using_for %one tile_sizes [2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
