//===- Thresholds.cpp - Where a symptom starts ----------------------------===//

#include "npuprof/Device/Thresholds.h"
#include "DataFile.h"
#include "EmbeddedThresholds.h"

using namespace npuprof;

static Thresholds readThresholds() {
  const EmbeddedFile &file = embeddedThresholds[0];
  llvm::json::Object object = parseDataFile(file);
  FigureTable table(file.name, object);
  Thresholds thresholds;
  thresholds.cubeUtilization = table.get("cube_utilization", "");
  thresholds.vectorUtilization = table.get("vector_utilization", "");
  thresholds.launches = table.getWhole("launches", "");
  thresholds.launchCostUs = table.get("launch_cost", "us");
  thresholds.lowCoverage = table.get("low_coverage", "");
  thresholds.staleShare = table.get("stale_share", "");
  thresholds.coldShare = table.get("cold_share", "");
  thresholds.dynamicSize = table.getWhole("dynamic_size", "");
  thresholds.recomputeShare = table.get("recompute_share", "");
  table.finish();
  return thresholds;
}

const Thresholds &npuprof::getThresholds() {
  static const Thresholds thresholds = readThresholds();
  return thresholds;
}
