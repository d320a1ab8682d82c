// Two rows at a time, for every norm operation.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %norm = transform.structured.match ops{["npu.layer_norm", "npu.rms_norm", "npu.add_layer_norm", "npu.add_rms_norm"]} in %m
      : (!transform.any_op) -> !transform.any_op
    transform.foreach %norm : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %tiled, %loop = transform.structured.tile_using_for %one tile_sizes [2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
