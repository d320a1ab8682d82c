//===- ProfileError.cpp - A complaint about a place in a file -------------===//

#include "npuprof/Profile/Readers.h"

using namespace npuprof;

char ProfileError::ID = 0;

ProfileError::ProfileError(std::string file, unsigned line, unsigned column,
                           std::string message)
    : file(std::move(file)), line(line), column(column),
      message(std::move(message)) {}

void ProfileError::log(llvm::raw_ostream &os) const {
  os << file;
  if (line)
    os << ':' << line;
  if (line && column)
    os << ':' << column;
  os << ": " << message;
}

std::error_code ProfileError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}
