// Every attention marked with `tile`: one batch, three heads or positions, two of the other.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %attention = transform.structured.match ops{["npu.attention"]} attributes{tile} in %m
      : (!transform.any_op) -> !transform.any_op
    transform.foreach %attention : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %tiled, %loops:3 = transform.structured.tile_using_for %one tile_sizes [1, 3, 2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
