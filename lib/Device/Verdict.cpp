//===- Verdict.cpp - A decision and its reason ----------------------------===//

#include "npuprof/Device/Verdict.h"
#include "llvm/Support/ErrorHandling.h"

using namespace npuprof;

llvm::StringRef npuprof::stringifyReason(Reason reason) {
  switch (reason) {
#define NPUPROF_REASON(Id, Code, Summary, Advice)                              \
  case Reason::Id:                                                             \
    return Code;
#include "npuprof/Device/ReasonCodes.def"
  }
  llvm_unreachable("a reason has a code");
}

llvm::StringRef npuprof::getReasonSummary(Reason reason) {
  switch (reason) {
#define NPUPROF_REASON(Id, Code, Summary, Advice)                              \
  case Reason::Id:                                                             \
    return Summary;
#include "npuprof/Device/ReasonCodes.def"
  }
  llvm_unreachable("a reason has a summary");
}
