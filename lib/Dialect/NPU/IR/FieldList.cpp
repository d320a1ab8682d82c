//===- FieldList.cpp - `key = value` lists of attributes ----------------===//

#include "FieldList.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>

using namespace mlir;
using namespace npuprof::npu::detail;

/// The shortest decimal that reads back as the same double, with the point that
/// MLIR's lexer asks for: "1250.0", "1.0e+30".
static std::string formatDouble(double value) {
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, std::end(buffer), value);
  assert(error == std::errc() && "a double takes at most 24 characters");
  std::string text(buffer, end);
  if (std::isfinite(value) && text.find('.') == std::string::npos)
    text.insert(std::min(text.find('e'), text.size()), ".0");
  return text;
}

//===----------------------------------------------------------------------===//
// FieldListParser
//===----------------------------------------------------------------------===//

void FieldListParser::add(StringRef key, std::optional<int64_t> &value) {
  fields.push_back({key, [&] { return parser.parseInteger(value.emplace()); }});
}

void FieldListParser::add(StringRef key, std::optional<double> &value) {
  fields.push_back({key, [&] { return parser.parseFloat(value.emplace()); }});
}

void FieldListParser::add(StringRef key, bool &value) {
  fields.push_back(
      {key, [&]() -> ParseResult {
         SMLoc loc = parser.getCurrentLocation();
         StringRef word;
         if (failed(parser.parseOptionalKeyword(&word, {"true", "false"})))
           return parser.emitError(loc, "expected true or false");
         value = word == "true";
         return success();
       }});
}

void FieldListParser::add(StringRef key, std::string &value) {
  fields.push_back({key, [&] { return parser.parseString(&value); }});
}

void FieldListParser::add(StringRef key, SmallVector<int64_t> &value) {
  fields.push_back({key, [&] {
                      return parser.parseCommaSeparatedList(
                          AsmParser::Delimiter::Square, [&] {
                            return parser.parseInteger(value.emplace_back());
                          });
                    }});
}

void FieldListParser::add(StringRef key, SmallVector<StringAttr> &value) {
  fields.push_back({key, [&] {
                      return parser.parseCommaSeparatedList(
                          AsmParser::Delimiter::Square, [&]() -> ParseResult {
                            std::string text;
                            if (parser.parseString(&text))
                              return failure();
                            value.push_back(
                                parser.getBuilder().getStringAttr(text));
                            return success();
                          });
                    }});
}

void FieldListParser::addWord(StringRef key, std::string &value,
                              SmallVector<StringRef> words) {
  fields.push_back({key, [this, &value, words]() -> ParseResult {
                      // A keyword has no hyphens; a word may.
                      SMLoc loc = parser.getCurrentLocation();
                      StringRef part;
                      if (succeeded(parser.parseOptionalKeyword(&part)))
                        value = part.str();
                      while (succeeded(parser.parseOptionalMinus())) {
                        if (parser.parseKeyword(&part))
                          return failure();
                        value += '-' + part.str();
                      }
                      if (llvm::is_contained(words, value))
                        return success();
                      return parser.emitError(loc, "expected one of ")
                             << llvm::join(words, ", ");
                    }});
}

ParseResult FieldListParser::parseField() {
  SMLoc loc = parser.getCurrentLocation();
  StringRef key;
  if (failed(parser.parseOptionalKeyword(&key)) ||
      llvm::none_of(fields, [&](const Field &f) { return f.key == key; })) {
    InFlightDiagnostic error = parser.emitError(loc, "expected one of ");
    llvm::interleaveComma(fields, error,
                          [&](const Field &f) { error << f.key; });
    return error;
  }
  Field &field =
      *llvm::find_if(fields, [&](const Field &f) { return f.key == key; });
  if (field.given)
    return parser.emitError(loc) << "'" << key << "' is given twice";
  field.given = true;
  return failure(parser.parseEqual() || field.parse());
}

ParseResult FieldListParser::parse() {
  if (parser.parseLess())
    return failure();
  if (succeeded(parser.parseOptionalGreater()))
    return success();
  return failure(parser.parseCommaSeparatedList([&] { return parseField(); }) ||
                 parser.parseGreater());
}

ParseResult FieldListParser::require(ArrayRef<StringRef> keys) {
  for (const Field &field : fields)
    if (!field.given && llvm::is_contained(keys, field.key))
      return parser.emitError(start)
             << "expected '" << field.key << " = ...' in the list";
  return success();
}

//===----------------------------------------------------------------------===//
// FieldListPrinter
//===----------------------------------------------------------------------===//

llvm::raw_ostream &FieldListPrinter::startField(StringRef key) {
  llvm::raw_ostream &os = printer.getStream();
  os << (first ? "" : ", ") << key << " = ";
  first = false;
  return os;
}

void FieldListPrinter::add(StringRef key, std::optional<int64_t> value) {
  if (value)
    startField(key) << *value;
}

void FieldListPrinter::add(StringRef key, std::optional<double> value) {
  if (value)
    startField(key) << formatDouble(*value);
}

void FieldListPrinter::add(StringRef key, ArrayRef<int64_t> value) {
  llvm::raw_ostream &os = startField(key) << '[';
  llvm::interleaveComma(value, os);
  os << ']';
}

void FieldListPrinter::add(StringRef key, ArrayRef<StringAttr> value) {
  startField(key) << '[';
  llvm::interleaveComma(value, printer);
  printer << ']';
}

void FieldListPrinter::addString(StringRef key, StringRef value) {
  startField(key);
  printer.printString(value);
}

void FieldListPrinter::addWord(StringRef key, StringRef value) {
  startField(key) << value;
}

//===----------------------------------------------------------------------===//
// FieldListVerifier
//===----------------------------------------------------------------------===//

void FieldListVerifier::check(bool valid, StringRef key, StringRef expected,
                              const Twine &value) {
  if (valid || failed(result))
    return;
  result = emitError() << "expected '" << key << "' to be " << expected
                       << ", got " << value;
}

void FieldListVerifier::add(StringRef key, std::optional<int64_t> value) {
  if (value)
    check(*value >= 0, key, "at least 0", Twine(*value));
}

void FieldListVerifier::add(StringRef key, std::optional<double> value) {
  if (value)
    check(std::isfinite(*value) && *value >= 0, key, "finite and at least 0",
          formatDouble(*value));
}

void FieldListVerifier::addSigned(StringRef key, std::optional<double> value) {
  if (value)
    check(std::isfinite(*value), key, "finite", formatDouble(*value));
}

void FieldListVerifier::addShare(StringRef key, std::optional<double> value) {
  if (value)
    check(*value >= 0 && *value <= 1, key, "between 0 and 1",
          formatDouble(*value));
}
