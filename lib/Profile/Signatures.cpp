//===- Signatures.cpp - Shapes, types and formats of a row ----------------===//

#include "Signatures.h"
#include "Numbers.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace npuprof;
using llvm::StringRef;

Signatures::Signatures(const Table &table, Profile &profile)
    : profile(profile),
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

std::vector<TensorDesc> Signatures::parse(Row &row, const Columns &columns) {
  std::vector<TensorDesc> tensors;
  // Old versions leave empty shapes out, so the three lists may differ in
  // length; what a list does not reach stays absent.
  auto at = [&](size_t i) -> TensorDesc & {
    if (tensors.size() <= i)
      tensors.resize(i + 1);
    return tensors[i];
  };

  if (StringRef shapes = row.getText(columns.shapes); !shapes.empty()) {
    StringRef list = shapes;
    // The file's quotes around the list: """2,3;4""" has come here as "2,3;4".
    if (list.size() >= 2 && list.front() == '"' && list.back() == '"')
      list = list.drop_front().drop_back();
    for (auto [i, item] : llvm::enumerate(splitItems(list))) {
      TensorDesc &tensor = at(i);
      if (item.trim().empty())
        continue;
      for (StringRef dim : llvm::split(item, ',')) {
        std::optional<int64_t> value = parseInteger(dim.trim());
        if (!value) {
          row.complain(columns.shapes,
                       "expected shapes such as \"2048,3584;3584\" for '" +
                           columns.shapes.heading + "', found '" + shapes +
                           "'");
          return {};
        }
        tensor.dims.push_back(*value);
      }
    }
  }
  if (StringRef dtypes = row.getText(columns.dtypes); !dtypes.empty())
    for (auto [i, item] : llvm::enumerate(splitItems(dtypes)))
      at(i).dtype = convertDtype(item);
  if (StringRef formats = row.getText(columns.formats); !formats.empty())
    for (auto [i, item] : llvm::enumerate(splitItems(formats)))
      at(i).format = convertFormat(item);
  return tensors;
}

const Signature *Signatures::read(Row &row) {
  llvm::SmallString<256> key;
  bool any = false;
  for (const Columns *columns : {&inputs, &outputs})
    for (const Column *column :
         {&columns->shapes, &columns->dtypes, &columns->formats}) {
      StringRef text = row.getText(*column);
      any |= !text.empty();
      key += text;
      key += '\0';
    }
  if (!any)
    return nullptr;

  auto [it, isNew] = known.try_emplace(key, nullptr);
  if (isNew) {
    Signature signature{parse(row, inputs), parse(row, outputs)};
    it->second = profile.intern(std::move(signature));
  }
  return it->second;
}
