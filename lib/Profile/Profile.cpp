//===- Profile.cpp - A profile in memory ----------------------------------===//

#include "npuprof/Profile/Profile.h"

using namespace npuprof;
