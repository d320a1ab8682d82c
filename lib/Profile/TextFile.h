//===- TextFile.h - Is a file the text that it should be? -------*- C++ -*-===//

#ifndef NPUPROF_LIB_PROFILE_TEXTFILE_H
#define NPUPROF_LIB_PROFILE_TEXTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace npuprof {

/// An error where the content is a database, an archive, JSON or anything else
/// than UTF-8 text: what it is, and how to get a table instead.
llvm::Error checkText(llvm::StringRef path, llvm::StringRef content);

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_TEXTFILE_H
