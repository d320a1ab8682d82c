//===- Verdict.h - A decision and its reason --------------------*- C++ -*-===//
//
// Every candidate gets a verdict, applied or not. The reason codes stand in
// ReasonCodes.def, from which this enum and the documentation are made.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_DEVICE_VERDICT_H
#define NPUPROF_DEVICE_VERDICT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace npuprof {

enum class Reason {
#define NPUPROF_REASON(Id, Code, Summary, Advice) Id,
#include "npuprof/Device/ReasonCodes.def"
};

/// The stable, public spelling: "below-min-gain".
llvm::StringRef stringifyReason(Reason reason);
/// One sentence for people.
llvm::StringRef getReasonSummary(Reason reason);

/// `applied` with the reason that spoke for it, or refused with the reason
/// against; `detail` names the figures or the limit, e.g.
/// "bf16 on ascend310p; aclnnRmsNorm takes f32, f16".
struct Verdict {
  bool applied = false;
  Reason reason;
  std::string detail;

  static Verdict apply(Reason reason, std::string detail = {}) {
    return {true, reason, std::move(detail)};
  }
  static Verdict refuse(Reason reason, std::string detail = {}) {
    return {false, reason, std::move(detail)};
  }
};

} // namespace npuprof

#endif // NPUPROF_DEVICE_VERDICT_H
