//===- EmbeddedFile.h - A data file compiled in -----------------*- C++ -*-===//

#ifndef NPUPROF_DEVICE_EMBEDDEDFILE_H
#define NPUPROF_DEVICE_EMBEDDEDFILE_H

#include "llvm/ADT/StringRef.h"

namespace npuprof {

/// A file of data/ as npuprof_embed (cmake/NPUProf.cmake) compiles it in.
struct EmbeddedFile {
  llvm::StringLiteral name;
  llvm::StringLiteral text;
};

} // namespace npuprof

#endif // NPUPROF_DEVICE_EMBEDDEDFILE_H
