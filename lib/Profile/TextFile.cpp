//===- TextFile.cpp - Is a file the text that it should be? ---------------===//

#include "TextFile.h"
#include "npuprof/Profile/Readers.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace npuprof;
using llvm::StringRef;

namespace {
struct Magic {
  llvm::StringLiteral bytes;
  llvm::StringLiteral message;
};
} // namespace

/// First bytes of what is taken for a table by mistake.
static constexpr Magic magics[] = {
    {"SQLite format 3",
     "this is an SQLite database; expected a CSV table"},
    {"PK\x03\x04",
     "this is a ZIP archive or a spreadsheet; expected a CSV table"},
    {"\x1F\x8B", "this is compressed with gzip; expected a CSV table"},
    {"\xFF\xFE", "this is UTF-16 text; expected UTF-8"},
    {"\xFE\xFF", "this is UTF-16 text; expected UTF-8"},
    {"\x7F"
     "ELF",
     "this is an ELF file; expected a CSV table"},
    {"{", "this is JSON; expected a CSV table"},
    {"[", "this is JSON; expected a CSV table"},
};

static llvm::Error complainAt(StringRef path, StringRef content, size_t offset,
                              std::string message) {
  StringRef before = content.take_front(offset);
  size_t breakAt = before.rfind('\n');
  size_t column =
      breakAt == StringRef::npos ? before.size() + 1 : before.size() - breakAt;
  return llvm::make_error<ProfileError>(
      path.str(), static_cast<unsigned>(before.count('\n')) + 1,
      static_cast<unsigned>(column), std::move(message));
}

llvm::Error npuprof::checkText(StringRef path, StringRef content) {
  for (const Magic &magic : magics)
    if (content.starts_with(magic.bytes))
      return llvm::make_error<ProfileError>(path.str(), 0, 0,
                                            magic.message.str());

  if (size_t zero = content.find('\0'); zero != StringRef::npos)
    return complainAt(path, content, zero,
                      "found a zero byte; expected a CSV table, this is a "
                      "binary or damaged file");

  // Profiles are nearly always plain ASCII: find the first byte that is not,
  // eight at a time, before decoding.
  const char *cursor = content.begin();
  uint64_t word;
  while (content.end() - cursor >= static_cast<ptrdiff_t>(sizeof(word))) {
    std::memcpy(&word, cursor, sizeof(word));
    if (word & 0x8080808080808080ULL)
      break;
    cursor += sizeof(word);
  }
  const auto *position = reinterpret_cast<const llvm::UTF8 *>(cursor);
  const auto *stop = reinterpret_cast<const llvm::UTF8 *>(content.end());
  if (llvm::isLegalUTF8String(&position, stop))
    return llvm::Error::success();
  size_t offset = reinterpret_cast<const char *>(position) - content.begin();
  return complainAt(
      path, content, offset,
      llvm::formatv("byte 0x{0:X-2} is not UTF-8; expected UTF-8 text",
                    static_cast<unsigned>(*position)));
}
