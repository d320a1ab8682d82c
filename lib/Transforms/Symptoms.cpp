//===- Symptoms.cpp - Where operations break rules of thumb ---------------===//
