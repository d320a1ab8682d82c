//===- OutputFile.cpp - A file that is written whole or not at all --------===//

#include "OutputFile.h"
#include <filesystem>

using namespace npuprof;
namespace fs = llvm::sys::fs;

static llvm::Error describe(const std::string &path, std::error_code code) {
  return llvm::createStringError(code, "cannot write '%s': %s", path.c_str(),
                                 code.message().c_str());
}

/// A symbolic link stays one: the file that it names is replaced, or made.
static std::string followLinks(const std::string &path) {
  // As many as the system follows.
  constexpr unsigned mostLinks = 40;
  std::filesystem::path followed = path;
  for (unsigned i = 0; i < mostLinks; ++i) {
    std::error_code code;
    std::filesystem::path target =
        std::filesystem::read_symlink(followed, code);
    if (code)
      return followed.string();
    followed = followed.parent_path() / target;
  }
  return path;
}

llvm::Expected<OutputFile> OutputFile::open(llvm::StringRef path) {
  OutputFile file(path.str());
  fs::file_status status;
  bool isSpecial = path == "-" ||
                   (!fs::status(path, status) &&
                    status.type() != fs::file_type::regular_file);
  if (isSpecial) {
    std::error_code code;
    file.stream = std::make_unique<llvm::raw_fd_ostream>(path, code);
    if (code)
      return describe(file.path, code);
    return std::move(file);
  }
  file.path = followLinks(file.path);
  // As open() would make it: the usual permissions, not a private file.
  unsigned mode = fs::all_read | fs::all_write;
  mode &= ~fs::getUmask();
  llvm::Expected<fs::TempFile> temporary =
      fs::TempFile::create(file.path + ".tmp-%%%%%%", mode);
  if (!temporary)
    return describe(file.path, llvm::errorToErrorCode(temporary.takeError()));
  file.temporary = std::move(*temporary);
  file.stream = std::make_unique<llvm::raw_fd_ostream>(file.temporary->FD,
                                                       /*shouldClose=*/false);
  return std::move(file);
}

llvm::Error OutputFile::keep() {
  stream->flush();
  if (stream->has_error()) {
    std::error_code code = stream->error();
    stream->clear_error();
    return describe(path, code);
  }
  if (!temporary)
    return llvm::Error::success();
  llvm::Error failure = temporary->keep(path);
  temporary.reset();
  if (failure)
    return describe(path, llvm::errorToErrorCode(std::move(failure)));
  return llvm::Error::success();
}

OutputFile::~OutputFile() {
  if (stream && stream->has_error())
    stream->clear_error();
  stream.reset();
  if (temporary)
    llvm::consumeError(temporary->discard());
}
