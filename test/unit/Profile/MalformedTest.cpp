//===- MalformedTest.cpp - What bad input is answered with ----------------===//

#include "ProfileTestUtils.h"

using namespace npuprof;
using namespace npuprof::test;

static constexpr llvm::StringLiteral headings =
    "Op Name,OP Type,Task Start Time(us),Task Duration(us),vec_ratio,Input "
    "Shapes\n";

static std::string getError(const llvm::Twine &rows) {
  return read((headings + rows).str()).error;
}

TEST(Malformed, CellsAreNamedByPlaceAndExpectation) {
  EXPECT_EQ(getError("a,Add,1,2,0.5,N/A\nb,Add,1,fast,0.5,N/A\n"),
            "t.csv:3:9: expected a number for 'Task Duration(us)', found "
            "'fast'");
  EXPECT_EQ(getError("a,Add,1,-2,0.5,N/A\n"),
            "t.csv:2:9: expected a number from 0 for 'Task Duration(us)', "
            "found '-2'");
  EXPECT_EQ(getError("a,Add,1.7E+15,2,0.5,N/A\n"),
            "t.csv:2:7: expected a decimal such as 1736413971558972.912 for "
            "'Task Start Time(us)', found '1.7E+15'");
  EXPECT_EQ(getError("a,Add,1,2,1.5,N/A\n"),
            "t.csv:2:11: expected a share from 0 to 1 for 'vec_ratio', found "
            "'1.5'");
  EXPECT_EQ(getError("a,Add,1,2,0.5,\"\"\"2,x\"\"\"\n"),
            "t.csv:2:15: expected shapes such as \"2048,3584;3584\" for 'Input "
            "Shapes', found '\"2,x\"'");
}

TEST(Malformed, PlaceAfterACellOfTwoLines) {
  EXPECT_EQ(getError("\"a\nb\",Add,1,x,0.5,N/A\n"),
            "t.csv:3:10: expected a number for 'Task Duration(us)', found 'x'");
}

TEST(Malformed, UnknownUnit) {
  EXPECT_EQ(read("Op Name,OP Type,Task Duration(h)\na,Add,1\n").error,
            "t.csv:1:17: unknown unit 'h' in the heading 'Task Duration(h)'; "
            "expected us, ns, ms, s");
}

TEST(Malformed, PercentageAboveHundred) {
  EXPECT_EQ(read("unit,utilization(%)\nCube,910\n").error,
            "t.csv:2:6: expected a percentage from 0 to 100 for "
            "'utilization(%)', found '910'");
}

//===----------------------------------------------------------------------===//
// Rows that cannot be placed
//===----------------------------------------------------------------------===//

TEST(Malformed, RowWithACellMissingIsLeftOut) {
  ReadResult result = read((headings + "a,Add,1,2,0.5,N/A\n"
                                       "b,Add,1,0.5,N/A\n"
                                       "c,Add,1,2,0.5,N/A\n")
                               .str());
  ASSERT_EQ(result.error, "");
  ASSERT_EQ(result.size(), 2u);
  EXPECT_EQ(result[1].name, "c");
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].file, "t.csv");
  EXPECT_EQ(result.notes[0].line, 3u);
  EXPECT_EQ(result.notes[0].message,
            "expected 6 cells as in the heading row, found 5; the row was left "
            "out");
}

TEST(Malformed, RowWithTextAfterAQuoteIsLeftOut) {
  ReadResult result = read((headings + "a,Add,1,2,0.5,N/A\n"
                                       "\"b\"x,Add,1,2,0.5,N/A\n")
                               .str());
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.size(), 1u);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].message,
            "expected ',' after the closing quote; the row was left out");
}

TEST(Malformed, TableOfNothingButSuchRows) {
  EXPECT_EQ(getError("a,Add,1,0.5,N/A\nb,Add,1,0.5,N/A\nc,Add,1,2,0.5,N/A\n"),
            "t.csv:2:13: expected 6 cells as in the heading row, found 5");
}

TEST(Malformed, EmptyCellsAtTheEndAreAComma) {
  ReadResult result = read("Op Name,Op Type,Task Duration(us),\n"
                           "a,Add,2,\nb,Add,3,,\n,,,\n");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.size(), 2u);
  EXPECT_TRUE(result.notes.empty());
}

//===----------------------------------------------------------------------===//
// A profiler that was stopped
//===----------------------------------------------------------------------===//

TEST(Malformed, LastLineCutShort) {
  for (llvm::StringRef tail : {"b,Ad", "b,Add,1,2,0.5",
                               "b,Add,1,2,0.5,\"\"\"2,", "b,Add,1,2,0.5,\""}) {
    ReadResult result = read((headings + "a,Add,1,2,0.5,N/A\n" + tail).str());
    ASSERT_EQ(result.error, "") << tail.str();
    EXPECT_EQ(result.size(), 1u) << tail.str();
    ASSERT_EQ(result.notes.size(), 1u) << tail.str();
    EXPECT_EQ(result.notes[0].line, 3u) << tail.str();
  }
}

TEST(Malformed, LastLineCutShortWithinANumber) {
  ReadResult result =
      read("Op Name,OP Type,Task Duration(us)\na,Add,1\nb,Add,1e");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.size(), 1u);
  EXPECT_EQ(result.notes.size(), 1u);
}

TEST(Malformed, LastLineWithoutLineBreakIsFine) {
  ReadResult result = read("Op Name,OP Type,Task Duration(us)\na,Add,1");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.size(), 1u);
  EXPECT_TRUE(result.notes.empty());
}

TEST(Malformed, QuoteThatSwallowsRows) {
  EXPECT_EQ(getError("a,Add,1,2,0.5,\"\"\"2,3\nb,Add,1,2,0.5,N/A\n"),
            "t.csv:2:15: this quote is never closed; expected '\"' at the end "
            "of the cell");
}

TEST(Malformed, EmptyProfiles) {
  EXPECT_EQ(read("").error,
            "t.csv: the file is empty; the profiler was probably stopped "
            "before it wrote its tables");
  EXPECT_EQ(read("\n \r\n").error, read("").error);
  EXPECT_EQ(getError(""), "t.csv: this op_summary has headings but no rows: "
                          "the profile is empty; the profiler was probably "
                          "stopped before it wrote");
  EXPECT_EQ(getError("b,Ad"), getError(""));
}

//===----------------------------------------------------------------------===//
// Other files
//===----------------------------------------------------------------------===//

TEST(Malformed, TablesWithoutOperators) {
  EXPECT_EQ(
      read("Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n1,2,3,4,a\n").error,
      "t.csv: a table of the kind l2_cache holds no operators (cache hits of "
      "each task); expected one of op_summary, kernel_details, task_time, "
      "op_statistic, communication_statistic, api_statistic, step_trace, "
      "OpBasicInfo, hardware_summary, hbm_summary, acl_summary");
  EXPECT_EQ(read("first,second\n1,2\n").error,
            "t.csv: no known table starts with 'first,second'; expected one of "
            "op_summary, kernel_details, task_time, op_statistic, "
            "communication_statistic, api_statistic, step_trace, OpBasicInfo, "
            "hardware_summary, hbm_summary, acl_summary");
}

TEST(Malformed, OtherKindsOfFile) {
  using llvm::StringRef;
  auto startsWith = [](StringRef text, StringRef start) {
    std::string error = read(text).error;
    EXPECT_TRUE(StringRef(error).starts_with(start)) << error;
  };
  startsWith(StringRef("SQLite format 3\0\x10\0", 19),
             "t.csv: this is an SQLite database; expected a CSV table");
  startsWith("{\"traceEvents\": []}", "t.csv: this is JSON");
  startsWith("PK\x03\x04", "t.csv: this is a ZIP archive");
  startsWith(StringRef("\xFF\xFEO\0p\0", 6), "t.csv: this is UTF-16 text");
  startsWith(StringRef("Op Name\nab\0c", 12), "t.csv:2:3: found a zero byte");
  startsWith("Op Name\nab\xE6\x88", "t.csv:2:3: byte 0xE6 is not UTF-8");
  startsWith("\xC0\xAF", "t.csv:1:1: byte 0xC0 is not UTF-8");
}

TEST(Malformed, NamesMayBeAnyUnicode) {
  ReadResult result = read(
      "Op Name,OP Type,Task Duration(us)\n\xE7\xAE\x97\xE5\xAD\x90,Add,1\n");
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result[0].name, "\xE7\xAE\x97\xE5\xAD\x90");
}
