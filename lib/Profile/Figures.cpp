//===- Figures.cpp - What a profile says of one operator ------------------===//

#include "npuprof/Profile/Figures.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace npuprof;

llvm::StringRef npuprof::stringifyPipe(Pipe pipe) {
  switch (pipe) {
  case Pipe::Mac:
    return "mac";
  case Pipe::Vec:
    return "vec";
  case Pipe::Scalar:
    return "scalar";
  case Pipe::MTE1:
    return "mte1";
  case Pipe::MTE2:
    return "mte2";
  case Pipe::MTE3:
    return "mte3";
  case Pipe::FixPipe:
    return "fixpipe";
  }
  llvm_unreachable("a pipe has a name");
}

std::optional<Pipe> npuprof::symbolizePipe(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Pipe>>(name)
      .Case("mac", Pipe::Mac)
      .Case("vec", Pipe::Vec)
      .Case("scalar", Pipe::Scalar)
      .Case("mte1", Pipe::MTE1)
      .Case("mte2", Pipe::MTE2)
      .Case("mte3", Pipe::MTE3)
      .Case("fixpipe", Pipe::FixPipe)
      .Default(std::nullopt);
}

bool Figures::operator==(const Figures &other) const {
  return calls == other.calls && timeUs == other.timeUs &&
         waitUs == other.waitUs && launchUs == other.launchUs &&
         ratio == other.ratio && readBytes == other.readBytes &&
         writtenBytes == other.writtenBytes && cores == other.cores;
}

llvm::hash_code npuprof::hash_value(const Figures &figures) {
  // llvm::hash_value has no overload for floating point.
  std::hash<std::optional<double>> hash;
  llvm::hash_code code = llvm::hash_combine(
      figures.calls, hash(figures.timeUs), hash(figures.waitUs),
      hash(figures.launchUs), figures.readBytes, figures.writtenBytes,
      figures.cores);
  for (std::optional<double> ratio : figures.ratio)
    code = llvm::hash_combine(code, hash(ratio));
  return code;
}
