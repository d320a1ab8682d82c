//===- NPUAttributes.cpp - Attributes of the npu dialect ------------------===//

#include "FieldList.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;
using namespace npuprof::npu::detail;

#include "npuprof/Dialect/NPU/IR/NPUEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "npuprof/Dialect/NPU/IR/NPUAttributes.cpp.inc"

//===----------------------------------------------------------------------===//
// ProfileAttr
//===----------------------------------------------------------------------===//

// Parser, printer and verifier go through one list of the figures: amounts,
// differences (which may be negative) and shares of the time.
template <typename FiguresT, typename AmountT, typename DifferenceT,
          typename ShareT>
static void visitFigures(FiguresT &figures, AmountT amount,
                         DifferenceT difference, ShareT share) {
  amount("calls", figures.calls);
  amount("time_us", figures.timeUs);
  difference("wait_us", figures.waitUs);
  amount("launch_us", figures.launchUs);
  for (unsigned i = 0; i < numPipes; ++i)
    share(stringifyPipe(static_cast<Pipe>(i)), figures.ratio[i]);
  amount("read_bytes", figures.readBytes);
  amount("written_bytes", figures.writtenBytes);
  amount("cores", figures.cores);
}

static SmallVector<StringRef> getMatchWords() {
  SmallVector<StringRef> words;
  for (uint32_t i = 0; i <= getMaxEnumValForMatchKind(); ++i)
    words.push_back(stringifyMatchKind(static_cast<MatchKind>(i)));
  return words;
}

Attribute ProfileAttr::parse(AsmParser &parser, Type) {
  Figures figures;
  std::string type, match;
  std::optional<double> confidence;

  FieldListParser fields(parser);
  auto add = [&](StringRef key, auto &value) { fields.add(key, value); };
  visitFigures(figures, add, add, add);
  fields.add("type", type);
  fields.addWord("match", match, getMatchWords());
  fields.add("confidence", confidence);
  if (fields.parse() || fields.require({"match", "confidence"}))
    return {};
  return parser.getChecked<ProfileAttr>(
      fields.getStart(), parser.getContext(), figures, type,
      *symbolizeMatchKind(match), *confidence);
}

void ProfileAttr::print(AsmPrinter &printer) const {
  const Figures figures = getFigures();
  FieldListPrinter fields(printer);
  auto add = [&](StringRef key, auto value) { fields.add(key, value); };
  visitFigures(figures, add, add, add);
  if (!getType().empty())
    fields.addString("type", getType());
  fields.addWord("match", stringifyMatchKind(getMatch()));
  fields.add("confidence", std::optional<double>(getConfidence()));
}

LogicalResult ProfileAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Figures figures, StringRef type,
                                  MatchKind match, HashableDouble confidence) {
  FieldListVerifier fields(emitError);
  visitFigures(
      figures, [&](StringRef key, auto value) { fields.add(key, value); },
      [&](StringRef key, auto value) { fields.addSigned(key, value); },
      [&](StringRef key, auto value) { fields.addShare(key, value); });
  fields.addShare("confidence", std::optional<double>(confidence));
  return fields.getResult();
}

//===----------------------------------------------------------------------===//
// TilingAttr
//===----------------------------------------------------------------------===//

Attribute TilingAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> tile, cores;
  bool doubleBuffer = false;

  FieldListParser fields(parser);
  fields.add("tile", tile);
  fields.add("cores", cores);
  fields.add("double_buffer", doubleBuffer);
  if (fields.parse() || fields.require({"tile"}))
    return {};
  return parser.getChecked<TilingAttr>(fields.getStart(), parser.getContext(),
                                       tile, cores, doubleBuffer);
}

void TilingAttr::print(AsmPrinter &printer) const {
  FieldListPrinter fields(printer);
  fields.add("tile", getTile());
  if (!getCores().empty())
    fields.add("cores", getCores());
  if (getDoubleBuffer())
    fields.addWord("double_buffer", "true");
}

LogicalResult TilingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> tile,
                                 ArrayRef<int64_t> cores, bool doubleBuffer) {
  if (llvm::any_of(tile, [](int64_t size) { return size < 0; }))
    return emitError() << "expected tile sizes of at least 0, got [" << tile
                       << "]";
  if (llvm::any_of(cores, [](int64_t count) { return count < 1; }))
    return emitError() << "expected at least 1 core along each loop, got ["
                       << cores << "]";
  if (!cores.empty() && cores.size() != tile.size())
    return emitError() << "expected 'cores' for each of the " << tile.size()
                       << " loops of 'tile', got " << cores.size();
  return success();
}

//===----------------------------------------------------------------------===//
// ProfileSummaryAttr
//===----------------------------------------------------------------------===//

Attribute ProfileSummaryAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> files;
  std::optional<double> deviceUs, attributedUs, launchUs, bandwidthGBs,
      kernelFloorUs;
  std::optional<int64_t> launches, steps;

  FieldListParser fields(parser);
  fields.add("files", files);
  fields.add("device_us", deviceUs);
  fields.add("attributed_us", attributedUs);
  fields.add("launches", launches);
  fields.add("steps", steps);
  fields.add("launch_us", launchUs);
  fields.add("bandwidth_gbs", bandwidthGBs);
  fields.add("kernel_floor_us", kernelFloorUs);
  if (fields.parse() || fields.require({"files", "device_us", "attributed_us"}))
    return {};
  return parser.getChecked<ProfileSummaryAttr>(
      fields.getStart(), parser.getContext(), files, *deviceUs, *attributedUs,
      launches, steps, launchUs, bandwidthGBs, kernelFloorUs);
}

void ProfileSummaryAttr::print(AsmPrinter &printer) const {
  FieldListPrinter fields(printer);
  fields.add("files", getFiles());
  fields.add("device_us", std::optional<double>(getDeviceUs()));
  fields.add("attributed_us", std::optional<double>(getAttributedUs()));
  fields.add("launches", getLaunches());
  fields.add("steps", getSteps());
  fields.add("launch_us", getLaunchUs());
  fields.add("bandwidth_gbs", getBandwidthGBs());
  fields.add("kernel_floor_us", getKernelFloorUs());
}

LogicalResult ProfileSummaryAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, ArrayRef<StringAttr> files,
    HashableDouble deviceUs, HashableDouble attributedUs,
    std::optional<int64_t> launches, std::optional<int64_t> steps,
    std::optional<HashableDouble> launchUs,
    std::optional<HashableDouble> bandwidthGBs,
    std::optional<HashableDouble> kernelFloorUs) {
  FieldListVerifier fields(emitError);
  fields.add("device_us", std::optional<double>(deviceUs));
  fields.add("attributed_us", std::optional<double>(attributedUs));
  fields.add("launches", launches);
  fields.add("steps", steps);
  fields.add("launch_us", std::optional<double>(launchUs));
  fields.add("bandwidth_gbs", std::optional<double>(bandwidthGBs));
  fields.add("kernel_floor_us", std::optional<double>(kernelFloorUs));
  return fields.getResult();
}

//===----------------------------------------------------------------------===//
// NPUDialect
//===----------------------------------------------------------------------===//

void NPUDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "npuprof/Dialect/NPU/IR/NPUAttributes.cpp.inc"
      >();
}
