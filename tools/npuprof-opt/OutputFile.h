//===- OutputFile.h - A file that is written whole or not at all -*- C++ -*-===//

#ifndef NPUPROF_TOOLS_NPUPROF_OPT_OUTPUTFILE_H
#define NPUPROF_TOOLS_NPUPROF_OPT_OUTPUTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>

namespace npuprof {

/// Writes to a temporary file beside `path` and renames it in keep(); without
/// keep() nothing at `path` changes. "-" is stdout; what is no regular file (a
/// device, a pipe) is written to as it is.
class OutputFile {
public:
  static llvm::Expected<OutputFile> open(llvm::StringRef path);
  OutputFile(OutputFile &&) = default;
  ~OutputFile();

  llvm::raw_ostream &os() { return *stream; }
  llvm::Error keep();

private:
  explicit OutputFile(std::string path) : path(std::move(path)) {}

  std::string path;
  std::optional<llvm::sys::fs::TempFile> temporary;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
};

} // namespace npuprof

#endif // NPUPROF_TOOLS_NPUPROF_OPT_OUTPUTFILE_H
