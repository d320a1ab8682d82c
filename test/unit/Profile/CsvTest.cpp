//===- CsvTest.cpp --------------------------------------------------------===//

#include "Csv.h"
#include <gtest/gtest.h>

using namespace npuprof;

using Rows = std::vector<std::vector<std::string>>;

static Rows readAll(llvm::StringRef text) {
  Rows rows;
  CsvReader reader(text);
  while (reader.next()) {
    rows.emplace_back();
    for (const CsvCell &cell : reader.getCells())
      rows.back().push_back(cell.text.str());
  }
  return rows;
}

TEST(Csv, PlainCells) {
  EXPECT_EQ(readAll("a,b\n1,2\n"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(readAll("a,b\n1,2"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(readAll("a,\n,b\n"), (Rows{{"a", ""}, {"", "b"}}));
  EXPECT_EQ(readAll("a,"), (Rows{{"a", ""}}));
  EXPECT_EQ(readAll(""), Rows());
}

TEST(Csv, LineBreaksOfAllKindsMixed) {
  EXPECT_EQ(readAll("a,b\r\n1,2\n\n \t\r\n3,4\r\n"),
            (Rows{{"a", "b"}, {"1", "2"}, {"3", "4"}}));
}

TEST(Csv, ByteOrderMark) {
  EXPECT_EQ(readAll("\xEF\xBB\xBFname,x\n"), (Rows{{"name", "x"}}));
}

TEST(Csv, BlanksAroundCells) {
  EXPECT_EQ(readAll(" a ,\tb\t\n"), (Rows{{"a", "b"}}));
  EXPECT_EQ(readAll(" \"a\" ,\"b\t\"\n"), (Rows{{"a", "b"}}));
}

TEST(Csv, QuotedCells) {
  EXPECT_EQ(readAll("\"a,b\",c\n"), (Rows{{"a,b", "c"}}));
  EXPECT_EQ(readAll("\"\",c\n"), (Rows{{"", "c"}}));
  EXPECT_EQ(readAll("\"say \"\"hi\"\"\",c\n"), (Rows{{"say \"hi\"", "c"}}));
  EXPECT_EQ(readAll("\"two\nlines\",c\nd,e\n"),
            (Rows{{"two\nlines", "c"}, {"d", "e"}}));
  // A quote within a plain cell is text.
  EXPECT_EQ(readAll("5\" disk,c\n"), (Rows{{"5\" disk", "c"}}));
}

TEST(Csv, ShapesKeepOnePairOfQuotes) {
  EXPECT_EQ(readAll("\"\"\"2048,3584;3584\"\"\",x\n"),
            (Rows{{"\"2048,3584;3584\"", "x"}}));
  EXPECT_EQ(readAll("\"\"\"\"\"\",x\n"), (Rows{{"\"\"", "x"}}));
}

TEST(Csv, MoreQuotesThanAShapeHas) {
  EXPECT_EQ(readAll("\"\"\"a\"\"b\"\"\"\n"), (Rows{{"\"a\"b\""}}));
  EXPECT_EQ(readAll("\"\"\"\"\n"), (Rows{{"\""}}));
}

TEST(Csv, Locations) {
  CsvReader reader("a,b\n\n\"x\ny\", z\n");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.getLine(), 1u);
  EXPECT_EQ(reader.locate(reader.getCells()[1].start).column, 3u);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.getLine(), 3u);
  TextLocation second = reader.locate(reader.getCells()[1].start);
  EXPECT_EQ(second.line, 4u);
  EXPECT_EQ(second.column, 4u);
}

TEST(Csv, UnclosedQuote) {
  CsvReader reader("a,\"b\nc,d\n");
  ASSERT_TRUE(reader.next());
  ASSERT_NE(reader.getUnclosed(), nullptr);
  EXPECT_EQ(reader.locate(reader.getUnclosed()).column, 3u);
  EXPECT_FALSE(reader.next());
}

TEST(Csv, TextAfterQuote) {
  CsvReader reader("\"a\"b,c\nd,e\n");
  ASSERT_TRUE(reader.next());
  ASSERT_NE(reader.getStray(), nullptr);
  EXPECT_EQ(*reader.getStray(), 'b');
  EXPECT_EQ(reader.getCells().size(), 2u);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.getStray(), nullptr);
}

TEST(Csv, UnterminatedLine) {
  CsvReader reader("a,b\nc,d");
  ASSERT_TRUE(reader.next());
  EXPECT_FALSE(reader.isUnterminated());
  ASSERT_TRUE(reader.next());
  EXPECT_TRUE(reader.isUnterminated());
}
