//===- NPUAttentionOps.td - Attention ----------------------*- tablegen -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPUATTENTIONOPS_TD
#define NPUPROF_DIALECT_NPU_IR_NPUATTENTIONOPS_TD

include "npuprof/Dialect/NPU/IR/NPUOpBase.td"

def NPU_AttentionOp : NPU_FusedOp<"attention", [AttrSizedOperandSegments]> {
  let summary = "scaled dot-product attention (aclnnFlashAttentionScore)";
  let description = [{
    For each batch b, head n and query position i, over key positions j, with
    kv head n' = n / (query heads / kv heads):

    ```
    score[j] = scale * sum over d of query[b, n, i, d] * key[b, n', j, d]
    score[j] = score[j] + mask[b, n, i, j]                   (mask of floats)
    score[j] = mask[b, n, i, j] ? score[j] : fill            (mask of i1)
    weight   = exp(score - max(score)) / sum over j of exp(score - max(score))
    result[b, n, i, e] = sum over j of weight[j] * value[b, n', j, e]
    ```

    All tensors have four dims: batch (B), heads (N), sequence (S) and head
    dim (D), in the order that `layout` says: `BNSD` (default) or `BSND`. The
    mask is always B x N x Sq x Skv, where a dim may be 1 that all share. Key and
    value have the same number of heads, which divides that of query
    (grouped-query attention); the head dim of value is its own. A single query
    position is a decode step over a cache.

    * `fill` is what places take that a mask of i1 does not keep; without it,
      minus infinity. With a finite one, a row without any place kept is the
      mean of value; with minus infinity it is NaN, as in the formula.
    * `causal`: position i sees j <= i + (Skv - Sq) only. Sequences are aligned at
      their end, so that the last query position sees every key: a model that
      aligns them at the start agrees where Sq = Skv. Sq must not exceed Skv.
      What is not seen takes no part at all, whatever `fill` is.
    * `block_size`: how many key positions the decomposition has in memory at a
      time.

    All arithmetic is in f32 (f64 if query is f64), whatever the element types,
    and rounded once into the result. The decomposition is online softmax: a loop
    over blocks of key positions carries the maximum, the sum and the weighted
    sum of value of each row, so that Sq x Skv is never in memory.

    The operation is tiled over B, N and Sq. A tile of some heads takes their kv
    heads; a tile of a causal attention along Sq takes the keys that it sees. The
    key positions of a row are never split, nor is its head dim.

    ```mlir
    %y = npu.attention ins(%q, %k, %v : tensor<1x8x64x128xf16>, tensor<1x2x80x128xf16>, tensor<1x2x80x128xf16>)
           mask(%m : tensor<1x1x64x80xf16>) scale(%s : f32) outs(%init : tensor<1x8x64x128xf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key,
                       AnyRankedTensor:$value, Optional<AnyRankedTensor>:$mask,
                       Optional<AnyFloat>:$fill, AnyFloat:$scale,
                       AnyRankedTensor:$init, UnitAttr:$causal,
                       DefaultValuedAttr<NPU_AttentionLayout, "::npuprof::npu::AttentionLayout::BNSD">:$layout,
                       ConfinedAttr<DefaultValuedAttr<I64Attr, "128">, [IntPositive]>:$block_size);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    `ins` `(` $query `,` $key `,` $value `:` type($query) `,` type($key) `,` type($value) `)`
    (`mask` `(` $mask^ `:` type($mask) `)`)? (`fill` `(` $fill^ `:` type($fill) `)`)?
    `scale` `(` $scale `:` type($scale) `)` (`causal` $causal^)? (`layout` `(` $layout^ `)`)?
    attr-dict `outs` `(` $init `:` type($init) `)`
  }];
  let hasCanonicalizer = 1;
  let extraClassDeclaration = fusedDeclarations # [{
    /// The dims of query, key, value and result, where BNSD or BSND has them.
    int64_t getBatchDim() { return 0; }
    int64_t getHeadsDim() { return getLayout() == AttentionLayout::BNSD ? 1 : 2; }
    int64_t getSequenceDim() { return getLayout() == AttentionLayout::BNSD ? 2 : 1; }
    int64_t getDepthDim() { return 3; }
  }];
}

#endif // NPUPROF_DIALECT_NPU_IR_NPUATTENTIONOPS_TD
