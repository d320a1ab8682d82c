//===- Signatures.cpp - Shapes, types and formats of a row ----------------===//

#include "Signatures.h"
#include "Numbers.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace npuprof;
using llvm::StringRef;

Signatures::Signatures(const Table &table, Profile &profile)
    : parser(profile),
      inputs{table.find({"input_shapes"}), table.find({"input_data_types"}),
             table.find({"input_formats"})},
      outputs{table.find({"output_shapes"}), table.find({"output_data_types"}),
              table.find({"output_formats"})} {}

/// GE writes some types with "DT_" and some without. A type that MLIR has no
/// name for (STRING, HIFLOAT8) keeps the file's.
static StringRef convertDtype(StringRef text) {
  text = text.trim();
  text.consume_front("DT_");
  return llvm::StringSwitch<StringRef>(text)
      .Case("FLOAT", "f32")
      .Case("FLOAT32", "f32")
      .Case("FLOAT16", "f16")
      .Cases({"BF16", "BFLOAT16"}, "bf16")
      .Case("DOUBLE", "f64")
      .Case("BOOL", "i1")
      .Case("INT4", "i4")
      .Case("INT8", "i8")
      .Case("INT16", "i16")
      .Case("INT32", "i32")
      .Case("INT64", "i64")
      .Case("UINT8", "ui8")
      .Case("UINT16", "ui16")
      .Case("UINT32", "ui32")
      .Case("UINT64", "ui64")
      .Case("COMPLEX32", "complex<f16>")
      .Case("COMPLEX64", "complex<f32>")
      .Case("COMPLEX128", "complex<f64>")
      .Case("FLOAT8_E5M2", "f8E5M2")
      .Case("FLOAT8_E4M3FN", "f8E4M3FN")
      .Cases({"UNDEFINED", "NULL", "N/A"}, "")
      .Default(text);
}

static StringRef convertFormat(StringRef text) {
  text = text.trim();
  text.consume_front("FORMAT_");
  return llvm::StringSwitch<StringRef>(text)
      .Cases({"NULL", "N/A", "UNDEFINED", "RESERVED"}, "")
      .Default(text);
}

/// One list of the row: items are separated by ';'.
static llvm::SmallVector<StringRef, 8> splitItems(StringRef text) {
  llvm::SmallVector<StringRef, 8> items;
  text.split(items, ';');
  return items;
}

/// Nothing if a shape is malformed.
static std::optional<std::vector<TensorDesc>>
parseTensors(const TensorLists &lists) {
  std::vector<TensorDesc> tensors;
  // Old versions leave empty shapes out, so the three lists may differ in
  // length; what a list does not reach stays absent.
  auto at = [&](size_t i) -> TensorDesc & {
    if (tensors.size() <= i)
      tensors.resize(i + 1);
    return tensors[i];
  };

  if (StringRef list = lists.shapes; !list.empty()) {
    // The file's quotes around the list: """2,3;4""" has come here as "2,3;4".
    if (list.size() >= 2 && list.front() == '"' && list.back() == '"')
      list = list.drop_front().drop_back();
    for (auto [i, item] : llvm::enumerate(splitItems(list))) {
      TensorDesc &tensor = at(i);
      if (item.trim().empty())
        continue;
      for (StringRef dim : llvm::split(item, ',')) {
        std::optional<int64_t> value = parseInteger(dim.trim());
        if (!value)
          return std::nullopt;
        tensor.dims.push_back(*value);
      }
    }
  }
  if (!lists.dtypes.empty())
    for (auto [i, item] : llvm::enumerate(splitItems(lists.dtypes)))
      at(i).dtype = convertDtype(item);
  if (!lists.formats.empty())
    for (auto [i, item] : llvm::enumerate(splitItems(lists.formats)))
      at(i).format = convertFormat(item);
  return tensors;
}

const Signature *SignatureParser::parse(
    const TensorLists &inputs, const TensorLists &outputs,
    llvm::function_ref<void(bool, StringRef)> complain) {
  llvm::SmallString<256> key;
  for (const TensorLists *lists : {&inputs, &outputs})
    for (StringRef text : {lists->shapes, lists->dtypes, lists->formats}) {
      key += text;
      key += '\0';
    }
  if (key.size() == 6)
    return nullptr;

  auto [it, isNew] = known.try_emplace(key, nullptr);
  if (!isNew)
    return it->second;
  Signature signature;
  for (bool isInput : {true, false}) {
    std::optional<std::vector<TensorDesc>> tensors =
        parseTensors(isInput ? inputs : outputs);
    if (!tensors) {
      complain(isInput, "shapes such as \"2048,3584;3584\"");
      return nullptr;
    }
    (isInput ? signature.inputs : signature.outputs) = std::move(*tensors);
  }
  return it->second = profile.intern(std::move(signature));
}

const Signature *Signatures::read(Row &row) {
  auto getLists = [&](const Columns &columns) {
    return TensorLists{row.getText(columns.shapes), row.getText(columns.dtypes),
                       row.getText(columns.formats)};
  };
  return parser.parse(
      getLists(inputs), getLists(outputs),
      [&](bool isInput, StringRef expected) {
        const Column &shapes = isInput ? inputs.shapes : outputs.shapes;
        row.complain(shapes, "expected " + expected + " for '" +
                                 shapes.heading + "', found '" +
                                 row.getText(shapes) + "'");
      });
}
