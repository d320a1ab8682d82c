//===- Profile.cpp - A profile in memory ----------------------------------===//

#include "npuprof/Profile/Profile.h"
#include "Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace npuprof;
using llvm::StringRef;

bool OpRecord::isComputeTask() const {
  // Without level-1 data the task type is missing; communication then shows by
  // the name that HCCL gives its operators.
  if (taskType.empty())
    return !name.starts_with("hcom_");
  // Everything else is taken for a kernel: a type that this list does not know
  // is more likely a new kind of core than a new kind of copy.
  static constexpr StringRef others[] = {
      "HCCL",   "COMMUNICATION", "AI_CPU",       "AICPU",       "DSA",
      "DVPP",   "SDMA",          "PCIE_DMA",     "MEMCPY",      "EVENT",
      "NOTIFY", "PROFILING",     "TASK_TIMEOUT", "WRITE VALUE", "STARS_COMMON"};
  return llvm::none_of(others, [&](StringRef prefix) {
    return taskType.starts_with_insensitive(prefix);
  });
}

static llvm::hash_code hashTensors(llvm::ArrayRef<TensorDesc> tensors) {
  llvm::hash_code hash = tensors.size();
  for (const TensorDesc &tensor : tensors)
    hash = llvm::hash_combine(
        hash, llvm::hash_combine_range(tensor.dims.begin(), tensor.dims.end()),
        tensor.dtype, tensor.format);
  return hash;
}

const Signature *Profile::intern(Signature signature) {
  llvm::hash_code hash = llvm::hash_combine(hashTensors(signature.inputs),
                                            hashTensors(signature.outputs));
  auto &candidates = signatureIndex[hash];
  for (const Signature *candidate : candidates)
    if (*candidate == signature)
      return candidate;

  for (std::vector<TensorDesc> *tensors :
       {&signature.inputs, &signature.outputs})
    for (TensorDesc &tensor : *tensors) {
      tensor.dtype = intern(tensor.dtype);
      tensor.format = intern(tensor.format);
    }
  candidates.push_back(&signatures.emplace_back(std::move(signature)));
  return candidates.back();
}

unsigned Profile::addFile(std::string path, std::string kind) {
  files.push_back({std::move(path), std::move(kind), /*metric=*/{}});
  return files.size() - 1;
}

void Profile::addLaunches(int64_t launches, double us, unsigned file,
                          StringRef place) {
  if (totalLaunches && files[launchFile].kind != files[file].kind)
    return;
  if (!totalLaunches) {
    launchFile = file;
    totalLaunchSource =
        (llvm::sys::path::filename(files[file].path) + ", " + place).str();
  }
  totalLaunches = addCounts(totalLaunches.value_or(0), launches);
  totalLaunchUs = totalLaunchUs.value_or(0) + us;
}

double Profile::getComputeUs() const {
  double sum = 0;
  for (const OpRecord &record : records)
    if (record.isComputeTask())
      sum += record.figures.getTotalUs().value_or(0);
  return sum;
}
