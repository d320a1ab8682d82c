//===- DataFile.h - Figures in the JSON files of data/ ----------*- C++ -*-===//
//
// The files are compiled in, so a mistake in one is ours: it ends the program
// with what is wrong instead of being reported as bad input.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_DEVICE_DATAFILE_H
#define NPUPROF_LIB_DEVICE_DATAFILE_H

#include "npuprof/Device/EmbeddedFile.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

namespace npuprof {

/// Ends the program: "data file <name>: <message>".
[[noreturn]] void reportMalformed(llvm::StringRef file,
                                  const llvm::Twine &message);

/// Parses a file that holds one object.
llvm::json::Object parseDataFile(const EmbeddedFile &file);

/// An object of figures, {"value", "unit", "source"[, "note"]} each, all of
/// which have to be asked for.
class FigureTable {
public:
  FigureTable(llvm::StringRef file, const llvm::json::Object &figures)
      : file(file), figures(figures) {}

  /// The value in the base unit (1, B, B/s, Hz, FLOP/s, us) of a figure that is
  /// given in `unit` or a multiple of it.
  double get(llvm::StringRef name, llvm::StringRef unit);
  int64_t getWhole(llvm::StringRef name, llvm::StringRef unit);

  /// Complains about a figure that nobody asked for: a misspelt name.
  void finish() const;

private:
  llvm::StringRef file;
  const llvm::json::Object &figures;
  llvm::StringSet<> used;
};

} // namespace npuprof

#endif // NPUPROF_LIB_DEVICE_DATAFILE_H
