//===- ProfileTestUtils.h - Small tables and temporary folders --*- C++ -*-===//

#ifndef NPUPROF_TEST_UNIT_PROFILE_PROFILETESTUTILS_H
#define NPUPROF_TEST_UNIT_PROFILE_PROFILETESTUTILS_H

#include "npuprof/Profile/Readers.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fstream>
#include <gtest/gtest.h>

namespace npuprof::test {

/// What reading one table in memory gave.
struct ReadResult {
  std::unique_ptr<Profile> profile = std::make_unique<Profile>();
  std::vector<ReadNote> notes;
  /// Empty on success.
  std::string error;

  const OpRecord &operator[](size_t i) const {
    return profile->getRecords()[i];
  }
  size_t size() const { return profile->getRecords().size(); }
};

inline ReadResult read(llvm::StringRef text, llvm::StringRef path = "t.csv") {
  ReadResult result;
  result.error =
      llvm::toString(readTable(path, text, *result.profile, &result.notes));
  return result;
}

/// A folder that goes away with the test.
class TempFolder {
public:
  TempFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("npuprof-test", root));
  }
  ~TempFolder() { llvm::sys::fs::remove_directories(root); }

  std::string getPath(llvm::StringRef name = "") const {
    llvm::SmallString<128> path(root);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }
  std::string write(llvm::StringRef name, llvm::StringRef text) const {
    std::string path = getPath(name);
    EXPECT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)));
    std::ofstream(path, std::ios::binary) << text.str();
    return path;
  }

private:
  llvm::SmallString<128> root;
};

struct ProfileResult {
  std::unique_ptr<Profile> profile;
  std::vector<ReadNote> notes;
  std::string error;
};

inline ProfileResult readAll(std::vector<std::string> arguments) {
  ProfileResult result;
  llvm::Expected<std::unique_ptr<Profile>> profile =
      readProfile(arguments, &result.notes);
  if (profile)
    result.profile = std::move(*profile);
  else
    result.error = llvm::toString(profile.takeError());
  return result;
}

} // namespace npuprof::test

#endif // NPUPROF_TEST_UNIT_PROFILE_PROFILETESTUTILS_H
