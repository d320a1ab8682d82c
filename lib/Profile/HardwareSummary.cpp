//===- HardwareSummary.cpp - hardware_summary -----------------------------===//
//
// A row a unit of the chip, over the whole run.
//
//===----------------------------------------------------------------------===//

#include "TableReaders.h"

using namespace npuprof;

llvm::Expected<size_t> npuprof::readHardwareSummary(Table &table,
                                                    const ReadTarget &target) {
  Column unit = table.find({"unit"});
  Column utilization = table.findShare({"utilization"});
  Column bandwidth = table.findBandwidth({"bandwidth"});

  return table.readRows([&](Row &row) {
    UnitUsage usage;
    usage.unit = row.getText(unit).str();
    usage.utilization = row.getShare(utilization);
    if (std::optional<double> rate = row.getAmount(bandwidth))
      usage.bandwidthGBs = *rate * 1e-9;
    if (!row.hasFailed())
      target.profile.addUnit() = std::move(usage);
  });
}
