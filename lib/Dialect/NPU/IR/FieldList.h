//===- FieldList.h - `key = value` lists of attributes --------*- C++ -*-===//
//
// The attributes of the dialect are written `#npu.x<key = value, ...>`: in any
// order, each key at most once, absent keys left out.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_DIALECT_NPU_IR_FIELDLIST_H
#define NPUPROF_LIB_DIALECT_NPU_IR_FIELDLIST_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include <functional>

namespace npuprof::npu::detail {

/// Reads the fields that were added; what is not given is left as it was.
class FieldListParser {
public:
  explicit FieldListParser(mlir::AsmParser &parser)
      : parser(parser), start(parser.getCurrentLocation()) {}
  FieldListParser(const FieldListParser &) = delete;
  FieldListParser &operator=(const FieldListParser &) = delete;

  void add(llvm::StringRef key, std::optional<int64_t> &value);
  void add(llvm::StringRef key, std::optional<double> &value);
  void add(llvm::StringRef key, bool &value);
  void add(llvm::StringRef key, std::string &value);
  void add(llvm::StringRef key, llvm::SmallVector<int64_t> &value);
  void add(llvm::StringRef key, llvm::SmallVector<mlir::StringAttr> &value);
  /// One of `words`.
  void addWord(llvm::StringRef key, std::string &value,
               llvm::SmallVector<llvm::StringRef> words);

  mlir::ParseResult parse();
  /// After `parse`: an error unless every one of `keys` was given.
  mlir::ParseResult require(llvm::ArrayRef<llvm::StringRef> keys);
  /// Where the list begins, for errors about the whole.
  llvm::SMLoc getStart() const { return start; }

private:
  struct Field {
    llvm::StringRef key;
    std::function<mlir::ParseResult()> parse;
    bool given = false;
  };

  mlir::ParseResult parseField();

  mlir::AsmParser &parser;
  llvm::SMLoc start;
  llvm::SmallVector<Field, 0> fields;
};

/// Prints the fields that are there, in the order in which they are added.
class FieldListPrinter {
public:
  explicit FieldListPrinter(mlir::AsmPrinter &printer) : printer(printer) {
    printer << '<';
  }
  ~FieldListPrinter() { printer << '>'; }
  FieldListPrinter(const FieldListPrinter &) = delete;
  FieldListPrinter &operator=(const FieldListPrinter &) = delete;

  void add(llvm::StringRef key, std::optional<int64_t> value);
  void add(llvm::StringRef key, std::optional<double> value);
  void add(llvm::StringRef key, llvm::ArrayRef<int64_t> value);
  void add(llvm::StringRef key, llvm::ArrayRef<mlir::StringAttr> value);
  void addString(llvm::StringRef key, llvm::StringRef value);
  void addWord(llvm::StringRef key, llvm::StringRef value);

private:
  llvm::raw_ostream &startField(llvm::StringRef key);

  mlir::AsmPrinter &printer;
  bool first = true;
};

/// Checks ranges: of counts and amounts, which are not negative (`add`), of
/// differences (`addSigned`) and of shares, 0 to 1 (`addShare`). Reports the
/// first that is out of its range.
class FieldListVerifier {
public:
  explicit FieldListVerifier(
      llvm::function_ref<mlir::InFlightDiagnostic()> emitError)
      : emitError(emitError) {}

  void add(llvm::StringRef key, std::optional<int64_t> value);
  void add(llvm::StringRef key, std::optional<double> value);
  void addSigned(llvm::StringRef key, std::optional<double> value);
  void addShare(llvm::StringRef key, std::optional<double> value);
  mlir::LogicalResult getResult() const { return result; }

private:
  void check(bool valid, llvm::StringRef key, llvm::StringRef expected,
             const llvm::Twine &value);

  llvm::function_ref<mlir::InFlightDiagnostic()> emitError;
  mlir::LogicalResult result = mlir::success();
};

} // namespace npuprof::npu::detail

#endif // NPUPROF_LIB_DIALECT_NPU_IR_FIELDLIST_H
