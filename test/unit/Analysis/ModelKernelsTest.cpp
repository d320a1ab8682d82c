//===- ModelKernelsTest.cpp - A module as a sequence of kernels -----------===//

#include "npuprof/Analysis/ModelKernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Parser/Parser.h"
#include "npuprof/Analysis/OperatorTypeTable.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace npuprof;

namespace {

class ModelKernelsTest : public ::testing::Test {
protected:
  ModelKernelsTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, math::MathDialect,
                        npu::NPUDialect, scf::SCFDialect, tensor::TensorDialect,
                        tosa::TosaDialect>();
    context.allowUnregisteredDialects();
  }

  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
  }

  Operation *find(StringRef name) {
    Operation *found = nullptr;
    module->walk([&](Operation *op) {
      if (op->getName().getStringRef() == name)
        found = op;
    });
    return found;
  }

  /// The operations of the sequence by name; "-" before what is optional, "+"
  /// before parts of groups.
  static std::string list(const ModelKernels &model) {
    std::string text;
    for (auto [index, kernel] : llvm::enumerate(model.getKernels())) {
      text += text.empty() ? "" : " ";
      text += kernel.startsSegment && index > 0 ? "| " : "";
      text += kernel.optional ? "-" : kernel.groupPart ? "+" : "";
      text += model.getOperation(index)->getName().getStringRef();
    }
    return text;
  }

  static bool appearsAs(const ModelKernel &kernel, StringRef type) {
    return kernel.types && llvm::is_contained(kernel.types->whole, type);
  }
  static bool isPartOf(const ModelKernel &kernel, StringRef type) {
    return kernel.types && llvm::is_contained(kernel.types->partOf, type);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ModelKernelsTest, ViewsAndConstantsAreOptional) {
  parse(R"mlir(
    func.func @main(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
      %c = "tosa.const"() <{values = dense<2.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
      %z = arith.constant dense<0.0> : tensor<4x8xf32>
      %s = tosa.const_shape {values = dense<[8, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
      %r = tosa.reciprocal %c : (tensor<4x8xf32>) -> tensor<4x8xf32>
      %0 = tosa.add %x, %r : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
      %1 = tosa.add %0, %z : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
      %2 = tosa.reshape %1, %s : (tensor<4x8xf32>, !tosa.shape<2>) -> tensor<8x4xf32>
      %3 = tosa.tanh %2 : (tensor<8x4xf32>) -> tensor<8x4xf32>
      return %3 : tensor<8x4xf32>
    })mlir");
  ModelKernels model(*module);
  EXPECT_EQ(list(model), "-tosa.reciprocal tosa.add -tosa.add -tosa.reshape "
                         "tosa.tanh -func.func");
}

TEST_F(ModelKernelsTest, GenericsAreToldByTheirBody) {
  parse(R"mlir(
    #id = affine_map<(i, j) -> (i, j)>
    #t = affine_map<(i, j) -> (j, i)>
    #row = affine_map<(i, j) -> (i)>
    func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>, %m: tensor<4xf32>, %i: tensor<4x8xi64>) -> tensor<4x8xf16> {
      %cst = arith.constant 1.0e-5 : f64
      %e = tensor.empty() : tensor<4x8xf32>
      %em = tensor.empty() : tensor<4xf32>
      %eh = tensor.empty() : tensor<4x8xf16>
      %transposed = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) {
      ^bb0(%a: f32, %o: f32):
        linalg.yield %a : f32
      } -> tensor<4x8xf32>
      %spread = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
      ^bb0(%a: f32, %o: f32):
        linalg.yield %a : f32
      } -> tensor<4x8xf32>
      %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%spread : tensor<4x8xf32>) outs(%em : tensor<4xf32>) {
      ^bb0(%a: f32, %o: f32):
        %s = arith.addf %a, %o : f32
        linalg.yield %s : f32
      } -> tensor<4xf32>
      %eps = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
      ^bb0(%a: f32, %o: f32):
        %c = arith.truncf %cst : f64 to f32
        %s = arith.addf %a, %c : f32
        linalg.yield %s : f32
      } -> tensor<4x8xf32>
      %silu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%eps : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
      ^bb0(%a: f32, %o: f32):
        %one = arith.constant 1.0 : f32
        %n = arith.negf %a : f32
        %ex = math.exp %n : f32
        %d = arith.addf %ex, %one : f32
        %q = arith.divf %a, %d : f32
        linalg.yield %q : f32
      } -> tensor<4x8xf32>
      %gather = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<4x8xi64>) outs(%e : tensor<4x8xf32>) {
      ^bb0(%a: i64, %o: f32):
        %at = arith.index_cast %a : i64 to index
        %j = linalg.index 1 : index
        %v = tensor.extract %silu[%at, %j] : tensor<4x8xf32>
        linalg.yield %v : f32
      } -> tensor<4x8xf32>
      %half = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%gather : tensor<4x8xf32>) outs(%eh : tensor<4x8xf16>) {
      ^bb0(%a: f32, %o: f16):
        %s = arith.truncf %a : f32 to f16
        linalg.yield %s : f16
      } -> tensor<4x8xf16>
      return %half : tensor<4x8xf16>
    })mlir");
  ModelKernels model(*module);
  ArrayRef<ModelKernel> kernels = model.getKernels();
  ASSERT_EQ(kernels.size(), 8u);
  EXPECT_TRUE(appearsAs(kernels[0], "Transpose") && kernels[0].optional);
  EXPECT_TRUE(appearsAs(kernels[1], "BroadcastTo") && kernels[1].optional);
  EXPECT_TRUE(appearsAs(kernels[2], "ReduceMean"));
  EXPECT_FALSE(appearsAs(kernels[2], "Add"));
  EXPECT_TRUE(appearsAs(kernels[3], "Adds"));
  EXPECT_FALSE(appearsAs(kernels[3], "Cast"));
  EXPECT_TRUE(appearsAs(kernels[4], "RealDiv"));
  EXPECT_TRUE(isPartOf(kernels[4], "Swish"));
  EXPECT_TRUE(appearsAs(kernels[5], "Gather"));
  EXPECT_TRUE(appearsAs(kernels[6], "Cast"));
  EXPECT_EQ(kernels[6].signature.inputs[0].dtype, "f32");
  EXPECT_EQ(kernels[6].signature.outputs[0].dtype, "f16");
  EXPECT_EQ(kernels[6].signature.outputs[0].dims,
            (SmallVector<int64_t, 4>{4, 8}));
}

TEST_F(ModelKernelsTest, CallsAreFollowedOnceForEachCall) {
  parse(R"mlir(
    func.func private @leaf(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %x : tensor<4xf32>
      %1 = math.tanh %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    func.func private @outside(tensor<4xf32>) -> tensor<4xf32>
    func.func @prefill(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @leaf(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = call @leaf(%0) : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    func.func @decode(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @outside(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })mlir");
  ModelKernels model(*module);
  EXPECT_EQ(list(model), "math.exp math.tanh -func.call math.exp math.tanh "
                         "-func.call -func.func | func.call");
  EXPECT_EQ(model.getOperation(0), model.getOperation(3));
  EXPECT_EQ(model.getKernels()[2].names.front(), "leaf");
  EXPECT_TRUE(appearsAs(model.getKernels()[7], "outside"));
}

TEST_F(ModelKernelsTest, RecursionEnds) {
  parse(R"mlir(
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })mlir");
  EXPECT_EQ(list(ModelKernels(*module)), "func.call");
}

TEST_F(ModelKernelsTest, NamesOfLocations) {
  parse(R"mlir(
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %x : tensor<4xf32> loc(fused["a", "b"("c"), callsite("d" at "e"), "m.py":1:2])
      return %0 : tensor<4xf32>
    })mlir");
  ModelKernels model(*module);
  EXPECT_EQ(model.getKernels()[0].names,
            (SmallVector<StringRef, 1>{"a", "b", "c", "d", "e", "f"}));
}

TEST_F(ModelKernelsTest, NestsRegionsAndForeignOperations) {
  parse(R"mlir(
    func.func @f(%x: tensor<?x8xf32>, %m: memref<4xf32>, %n: index, %c: i1) -> tensor<*xf32> {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %f = arith.constant 1.0 : f32
      scf.for %i = %zero to %n step %one {
        memref.store %f, %m[%i] : memref<4xf32>
      }
      %0 = scf.if %c -> tensor<?x8xf32> {
        %1 = math.exp %x : tensor<?x8xf32>
        scf.yield %1 : tensor<?x8xf32>
      } else {
        scf.yield %x : tensor<?x8xf32>
      }
      %2 = npu.kernel "fused_exp" -> tensor<?x8xf32> {
        %3 = math.exp %0 : tensor<?x8xf32>
        npu.yield %3 : tensor<?x8xf32>
      }
      %4 = "mhlo.custom_call"(%2) {call_target_name = "byteir.layer_norm"} : (tensor<?x8xf32>) -> tensor<?x8xf32>
      %5 = "foreign.mystery"(%4) ({
        "foreign.yield"() : () -> ()
      }) : (tensor<?x8xf32>) -> tensor<*xf32>
      "foreign.barrier"() : () -> ()
      return %5 : tensor<*xf32>
    })mlir");
  ModelKernels model(*module);
  EXPECT_EQ(list(model), "-scf.for math.exp npu.kernel mhlo.custom_call "
                         "foreign.mystery -func.func");
  ArrayRef<ModelKernel> kernels = model.getKernels();
  EXPECT_EQ(kernels[2].names.front(), "fused_exp");
  EXPECT_TRUE(isPartOf(kernels[2], "Exp"));
  EXPECT_TRUE(appearsAs(kernels[3], "LayerNorm"));
  EXPECT_TRUE(appearsAs(kernels[4], "mystery"));
  EXPECT_EQ(kernels[1].signature.inputs[0].dims,
            (SmallVector<int64_t, 4>{-1, 8}));
  EXPECT_EQ(kernels[4].signature.outputs[0].dims,
            (SmallVector<int64_t, 4>{-1}));
}

TEST_F(ModelKernelsTest, AGroupStandsBesideItsParts) {
  parse(R"mlir(
    func.func @f(%x: tensor<4x8xf32>, %g: tensor<8xf32>) -> tensor<4x8xf32> {
      %0 = math.exp %x : tensor<4x8xf32>
      %1 = math.sqrt %0 : tensor<4x8xf32>
      %2 = math.tanh %x : tensor<4x8xf32>
      %3 = arith.mulf %1, %0 : tensor<4x8xf32>
      %4 = arith.addf %3, %2 : tensor<4x8xf32>
      return %4 : tensor<4x8xf32>
    })mlir");
  OpGroup group;
  group.fusion = "rms_norm";
  group.root = find("arith.mulf");
  group.ops = {find("math.exp"), find("math.sqrt"), find("arith.mulf")};
  ModelKernels model(*module, group);
  EXPECT_EQ(list(model), "+math.exp +math.sqrt math.tanh +arith.mulf "
                         "arith.mulf arith.addf -func.func");
  const ModelKernel &whole = model.getKernels()[4];
  EXPECT_TRUE(appearsAs(whole, "RmsNorm"));
  EXPECT_EQ(whole.signature.inputs.size(), 1u);
  EXPECT_EQ(whole.signature.outputs.size(), 1u);
}

TEST(OperatorTypeTable, KeysAndDialects) {
  const OperatorTypeTable &table = OperatorTypeTable::get();
  ASSERT_TRUE(table.lookup("linalg.matmul"));
  EXPECT_TRUE(table.lookup("fusion:layer_norm"));
  EXPECT_FALSE(table.lookup("fusion:matmul"));
  EXPECT_FALSE(table.lookup("nothing.like_it"));
  EXPECT_EQ(table.lookup("other.rms_norm"), table.lookup("npu.rms_norm"));
  EXPECT_TRUE(table.lookup("linalg.fill")->isView);
  EXPECT_EQ(getNameInDialect("torch.aten.add.Tensor"), "add");
  EXPECT_EQ(getNameInDialect("ttir.rms_norm"), "rms_norm");
}

} // namespace
