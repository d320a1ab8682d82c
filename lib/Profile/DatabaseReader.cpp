//===- DatabaseReader.cpp - SQLite exports of profilers -------------------===//
//
//   COMPUTE_TASK_INFO   a row a kernel: name, type, shapes, cores
//   TASK                a row a task: device, stream, start, end; joined by
//                       globalTaskId, which several launches of a captured
//                       graph may share
//   TASK_PMU_INFO       a row a counter of a task
//   COMMUNICATION_OP    a row a collective
//   CANN_API            a row a call of a host function
//   STEP_TIME           start and end of each step (torch_npu)
//   RANK_DEVICE_MAP     the rank of each device
//   STRING_IDS          texts; the tables above hold their numbers
//
// Viewers add columns and rename tables, and versions differ, so everything is
// found by name.
//
//===----------------------------------------------------------------------===//

#include "DatabaseReader.h"
#include "DatabaseCounters.h"
#include "LaunchCost.h"
#include "Signatures.h"
#include "Sqlite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include <map>
#include <tuple>
#include <unordered_map>

using namespace npuprof;
using llvm::StringRef;

namespace {
class DatabaseReader {
public:
  DatabaseReader(SqliteFile &file, const ReadTarget &target,
                 std::vector<ReadNote> *notes)
      : file(file), target(target), profile(target.profile), notes(notes) {}

  llvm::Error read();
  bool isEmpty() const { return records.empty(); }

private:
  /// A launch and the number that other tables know its task by.
  struct Launch {
    OpRecord record;
    std::optional<int64_t> task;
    int64_t endNs = 0;
  };

  llvm::Error readStrings();
  llvm::Error readKernels();
  llvm::Error readCommunication();
  llvm::Error readDevicesOfCommunication(std::map<int64_t, int64_t> &devices);
  llvm::Error readSteps();
  llvm::Error readCounters();
  llvm::Error readLaunchCost();
  llvm::Error readRank();

  /// Fills what all launches have: start, time, stream, device.
  void fillTimes(SqliteRow &row, Launch &launch, unsigned firstColumn);
  void fillWaits();

  /// The text behind a number; empty where it stands for nothing.
  StringRef getString(std::optional<int64_t> id) const;
  void note(std::string message) {
    if (notes)
      notes->push_back(
          {profile.getFiles()[target.file].path, 0, std::move(message)});
  }

  SqliteFile &file;
  const ReadTarget &target;
  Profile &profile;
  std::vector<ReadNote> *notes;
  std::unordered_map<int64_t, std::string> strings;
  std::vector<Launch> records;
  std::optional<int64_t> rank;
};
} // namespace

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

llvm::Error DatabaseReader::readStrings() {
  llvm::Expected<SqliteTable> table =
      file.requireTable("STRING_IDS", {"id", "value"});
  if (!table)
    return table.takeError();
  auto read = [&](SqliteRow &row) {
    std::optional<int64_t> id = row.getInteger(0);
    StringRef text = row.getText(1);
    const llvm::UTF8 *position = text.bytes_begin();
    if (!llvm::isLegalUTF8String(&position, text.bytes_end()))
      return row.complain(1, "UTF-8 text");
    if (id)
      strings[*id] = text.str();
  };
  return file.query("STRING_IDS",
                    "SELECT " + table->select({"id"}) + ", " +
                        table->select({"value"}) + " FROM STRING_IDS",
                    read);
}

StringRef DatabaseReader::getString(std::optional<int64_t> id) const {
  if (!id)
    return {};
  auto it = strings.find(*id);
  if (it == strings.end() || it->second == "N/A" || it->second == "NA" ||
      it->second == "NULL")
    return {};
  return it->second;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void DatabaseReader::fillTimes(SqliteRow &row, Launch &launch,
                               unsigned firstColumn) {
  std::optional<int64_t> start = row.getInteger(firstColumn);
  std::optional<int64_t> end = row.getInteger(firstColumn + 1);
  launch.record.file = target.file;
  launch.record.figures.calls = 1;
  if (!start || !end)
    return;
  if (*start < 0)
    return row.complain(firstColumn, "a point in time");
  if (*end < *start)
    return row.complain(firstColumn + 1, "an end after the start");
  launch.record.startNs = start;
  launch.record.figures.timeUs = static_cast<double>(*end - *start) / 1e3;
  launch.endNs = *end;
}

llvm::Error DatabaseReader::readKernels() {
  llvm::Expected<SqliteTable> info = file.requireTable(
      "COMPUTE_TASK_INFO", {"name", "globalTaskId", "opType"});
  if (!info)
    return info.takeError();
  llvm::Expected<SqliteTable> task =
      file.requireTable("TASK", {"globalTaskId", "startNs", "endNs"});
  if (!task)
    return task.takeError();

  enum {
    Start,
    End,
    Device,
    Stream,
    Task,
    Name,
    Type,
    TaskType,
    Blocks,
    InputShapes,
    InputTypes,
    InputFormats,
    OutputShapes,
    OutputTypes,
    OutputFormats
  };
  std::string sql = "SELECT ";
  for (StringRef column :
       {"startNs", "endNs", "deviceId", "streamId", "globalTaskId"})
    sql += task->select({column}) + ", ";
  for (StringRef column : {"name", "opType", "taskType"})
    sql += info->select({column}) + ", ";
  // Where both exist blockDim is the shape of a block rather than their number.
  sql += info->select({"blockNum", "block_num", "blockDim", "block_dim"});
  for (StringRef column : {"inputShapes", "inputDataTypes", "inputFormats",
                           "outputShapes", "outputDataTypes", "outputFormats"})
    sql += ", " + info->select({column});
  sql += " FROM TASK JOIN COMPUTE_TASK_INFO ON "
         "TASK.globalTaskId = COMPUTE_TASK_INFO.globalTaskId";

  SignatureParser signatures(profile);
  auto read = [&](SqliteRow &row) {
    Launch &launch = records.emplace_back();
    OpRecord &record = launch.record;
    auto getText = [&](unsigned column) {
      return getString(row.getInteger(column));
    };
    fillTimes(row, launch, Start);
    record.device = row.getInteger(Device).value_or(0);
    record.stream = row.getInteger(Stream);
    launch.task = row.getInteger(Task);
    record.name = profile.intern(getText(Name));
    // Some versions write 0 for helpers such as MemSet.
    StringRef type = getText(Type);
    record.type = profile.intern(type == "0" ? "" : type);
    record.taskType = profile.intern(getText(TaskType));
    record.figures.cores = row.getInteger(Blocks);
    if (record.figures.cores == 0)
      record.figures.cores.reset();
    record.signature = signatures.parse(
        {getText(InputShapes), getText(InputTypes), getText(InputFormats)},
        {getText(OutputShapes), getText(OutputTypes), getText(OutputFormats)},
        [&](bool isInput, StringRef expected) {
          unsigned column = isInput ? InputShapes : OutputShapes;
          row.complain(column, "the number of a text with " + expected +
                                   ", not of '" + getText(column) + "',");
        });
  };
  if (llvm::Error error = file.query("COMPUTE_TASK_INFO", sql, read))
    return error;

  size_t numNameless = llvm::count_if(records, [](const Launch &launch) {
    return launch.record.name.empty() && launch.record.type.empty();
  });
  if (numNameless)
    note(std::to_string(numNameless) +
         " rows of COMPUTE_TASK_INFO have neither a name nor a type in "
         "STRING_IDS");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

/// By opId: the device that the tasks of an operator ran on.
llvm::Error DatabaseReader::readDevicesOfCommunication(
    std::map<int64_t, int64_t> &devices) {
  llvm::Expected<SqliteTable> info = file.findTable("COMMUNICATION_TASK_INFO");
  if (!info)
    return info.takeError();
  llvm::Expected<SqliteTable> task = file.findTable("TASK");
  if (!task)
    return task.takeError();
  if (!info->has("opId") || !info->has("globalTaskId") ||
      !task->has("deviceId"))
    return llvm::Error::success();
  return file.query(
      "COMMUNICATION_TASK_INFO",
      "SELECT DISTINCT " + info->select({"opId"}) + ", " +
          task->select({"deviceId"}) +
          " FROM TASK JOIN COMMUNICATION_TASK_INFO ON TASK.globalTaskId = "
          "COMMUNICATION_TASK_INFO.globalTaskId",
      [&](SqliteRow &row) {
        std::optional<int64_t> id = row.getInteger(0);
        std::optional<int64_t> device = row.getInteger(1);
        if (id && device)
          devices.emplace(*id, *device);
      });
}

llvm::Error DatabaseReader::readCommunication() {
  llvm::Expected<SqliteTable> table = file.findTable("COMMUNICATION_OP");
  if (!table)
    return table.takeError();
  if (!*table)
    return llvm::Error::success();
  table = file.requireTable("COMMUNICATION_OP", {"opName", "startNs", "endNs"});
  if (!table)
    return table.takeError();
  std::map<int64_t, int64_t> devices;
  if (!table->has("deviceId"))
    if (llvm::Error error = readDevicesOfCommunication(devices))
      return error;
  int64_t anyDevice = records.empty() ? 0 : records.front().record.device;

  std::string sql = "SELECT ";
  for (StringRef column :
       {"startNs", "endNs", "opName", "opType", "deviceId", "opId"})
    sql += (column == "startNs" ? "" : ", ") + table->select({column});
  sql += " FROM COMMUNICATION_OP";
  return file.query("COMMUNICATION_OP", sql, [&](SqliteRow &row) {
    Launch &launch = records.emplace_back();
    OpRecord &record = launch.record;
    fillTimes(row, launch, 0);
    record.name = profile.intern(getString(row.getInteger(2)));
    record.type = profile.intern(getString(row.getInteger(3)));
    record.taskType = profile.intern("COMMUNICATION");
    std::optional<int64_t> device = row.getInteger(4);
    std::optional<int64_t> id = row.getInteger(5);
    if (!device && id)
      if (auto it = devices.find(*id); it != devices.end())
        device = it->second;
    record.device = device.value_or(anyDevice);
  });
}

//===----------------------------------------------------------------------===//
// What is said of launches elsewhere
//===----------------------------------------------------------------------===//

/// The gap to the task before it on the device, as the text exports have it.
void DatabaseReader::fillWaits() {
  const Launch *last = nullptr;
  for (Launch &launch : records) {
    if (!launch.record.startNs)
      continue;
    bool isFirst = !last || last->record.device != launch.record.device;
    int64_t gapNs = isFirst ? 0 : *launch.record.startNs - last->endNs;
    // A task that overlaps the one before it waits for nothing.
    launch.record.figures.waitUs =
        static_cast<double>(std::max<int64_t>(0, gapNs)) / 1e3;
    last = &launch;
  }
}

llvm::Error DatabaseReader::readSteps() {
  llvm::Expected<SqliteTable> table = file.findTable("STEP_TIME");
  if (!table)
    return table.takeError();
  if (!table->has("id") || !table->has("startNs") || !table->has("endNs"))
    return llvm::Error::success();
  return file.query(
      "STEP_TIME",
      "SELECT " + table->select({"id"}) + ", " + table->select({"startNs"}) +
          ", " + table->select({"endNs"}) + " FROM STEP_TIME",
      [&](SqliteRow &row) {
        std::optional<int64_t> step = row.getInteger(0);
        std::optional<int64_t> start = row.getInteger(1);
        std::optional<int64_t> end = row.getInteger(2);
        if (!step || !start || !end)
          return;
        for (Launch &launch : records)
          if (launch.record.startNs && *launch.record.startNs >= *start &&
              *launch.record.startNs <= *end)
            launch.record.step = step;
      });
}

llvm::Error DatabaseReader::readCounters() {
  llvm::Expected<SqliteTable> table = file.findTable("TASK_PMU_INFO");
  if (!table)
    return table.takeError();
  if (!*table)
    return llvm::Error::success();
  table = file.requireTable("TASK_PMU_INFO", {"globalTaskId", "name", "value"});
  if (!table)
    return table.takeError();

  std::unordered_map<int64_t, llvm::SmallVector<Launch *, 1>> launches;
  for (Launch &launch : records)
    if (launch.task)
      launches[*launch.task].push_back(&launch);

  DatabaseCounters counters;
  llvm::StringSet<> names;
  std::optional<int64_t> task, time;
  size_t numAmbiguous = 0;
  auto finish = [&] {
    if (counters.empty() || !task)
      return;
    auto it = launches.find(*task);
    if (it == launches.end())
      return;
    llvm::SmallVector<Launch *, 1> matches = it->second;
    if (time)
      llvm::erase_if(matches, [&](const Launch *launch) {
        return !launch->record.startNs || *launch->record.startNs > *time ||
               launch->endNs < *time;
      });
    if (matches.size() == 1)
      counters.addTo(matches.front()->record.figures);
    else
      ++numAmbiguous;
  };

  std::string sql = "SELECT " + table->select({"globalTaskId"}) + ", " +
                    table->select({"name"}) + ", " + table->select({"value"}) +
                    ", " + table->select({"timestampNs"}) +
                    " FROM TASK_PMU_INFO ORDER BY 1, 4";
  auto read = [&](SqliteRow &row) {
    std::optional<int64_t> nextTask = row.getInteger(0);
    std::optional<int64_t> nextTime = row.getInteger(3);
    if (nextTask != task || nextTime != time) {
      finish();
      counters.clear();
      task = nextTask;
      time = nextTime;
    }
    StringRef name = getString(row.getInteger(1)).split('(').first;
    std::optional<double> value = row.getNumber(2);
    if (value && *value < 0)
      return row.complain(2, "a number from 0");
    if (name.empty() || !value)
      return;
    names.insert(name);
    counters.set(name, *value);
  };
  if (llvm::Error error = file.query("TASK_PMU_INFO", sql, read))
    return error;
  finish();
  if (numAmbiguous)
    note("the counters of " + std::to_string(numAmbiguous) +
         " tasks were left out: it is not clear which launch of a captured "
         "graph they belong to");
  profile.setMetric(target.file, classifyMetric([&](StringRef counter) {
                      return names.contains(counter);
                    }));
  return llvm::Error::success();
}

llvm::Error DatabaseReader::readLaunchCost() {
  llvm::Expected<SqliteTable> levels = file.findTable("ENUM_API_TYPE");
  if (!levels)
    return levels.takeError();
  llvm::Expected<SqliteTable> calls = file.findTable("CANN_API");
  if (!calls)
    return calls.takeError();
  if (!levels->has("id") || !levels->has("name") || !calls->has("type") ||
      !calls->has("name") || !calls->has("startNs") || !calls->has("endNs"))
    return llvm::Error::success();

  LaunchCost cost;
  auto read = [&](SqliteRow &row) {
    std::string level = row.getText(0).str();
    std::optional<int64_t> name = row.getInteger(1);
    std::optional<int64_t> count = row.getInteger(2);
    std::optional<double> ns = row.getNumber(3);
    if (count && ns && *ns >= 0 && LaunchCost::counts(level, getString(name)))
      cost.add(level, *count, *ns / 1e3);
  };
  if (llvm::Error error = file.query(
          "CANN_API",
          "SELECT " + levels->select({"name"}) + ", " +
              calls->select({"name"}) +
              ", count(*), total(CANN_API.endNs - CANN_API.startNs)"
              " FROM CANN_API JOIN ENUM_API_TYPE ON CANN_API.type = "
              "ENUM_API_TYPE.id GROUP BY 1, 2",
          read))
    return error;
  cost.addTo(profile, target.file);
  return llvm::Error::success();
}

/// The rank of the file's only device; that of the folder goes before.
llvm::Error DatabaseReader::readRank() {
  rank = target.rank;
  llvm::Expected<SqliteTable> table = file.findTable("RANK_DEVICE_MAP");
  if (!table)
    return table.takeError();
  if (rank || !table->has("rankId"))
    return llvm::Error::success();
  llvm::SmallVector<int64_t, 8> ranks;
  if (llvm::Error error = file.query(
          "RANK_DEVICE_MAP",
          "SELECT " + table->select({"rankId"}) + " FROM RANK_DEVICE_MAP",
          [&](SqliteRow &row) {
            // Negative in a run that has no ranks.
            if (std::optional<int64_t> id = row.getInteger(0); id && *id >= 0)
              ranks.push_back(*id);
          }))
    return error;
  if (ranks.size() == 1)
    rank = ranks.front();
  return llvm::Error::success();
}

llvm::Error DatabaseReader::read() {
  if (llvm::Error error = readStrings())
    return error;
  if (llvm::Error error = readKernels())
    return error;
  if (llvm::Error error = readCommunication())
    return error;
  // A file without lines: the place in the order of reading.
  for (auto [i, launch] : llvm::enumerate(records))
    launch.record.line = static_cast<unsigned>(i) + 1;
  llvm::sort(records, [](const Launch &a, const Launch &b) {
    return std::tie(a.record.device, a.record.startNs, a.record.line) <
           std::tie(b.record.device, b.record.startNs, b.record.line);
  });
  fillWaits();
  for (auto readNext :
       {&DatabaseReader::readSteps, &DatabaseReader::readCounters,
        &DatabaseReader::readLaunchCost, &DatabaseReader::readRank})
    if (llvm::Error error = (this->*readNext)())
      return error;

  std::vector<OpRecord> &all = profile.getMutableRecords();
  size_t numBefore = all.size();
  for (Launch &launch : records)
    all.push_back(std::move(launch.record));
  assignRank(llvm::MutableArrayRef(all).drop_front(numBefore), rank);
  return llvm::Error::success();
}

llvm::Expected<TableOutcome>
npuprof::importDatabase(StringRef path, Profile &profile,
                        std::vector<ReadNote> *notes,
                        std::optional<int64_t> rank) {
  llvm::Expected<SqliteFile> file = SqliteFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<SqliteTable> kernels = file->findTable("COMPUTE_TASK_INFO");
  if (!kernels)
    return kernels.takeError();
  llvm::Expected<SqliteTable> tasks = file->findTable("TASK");
  if (!tasks)
    return tasks.takeError();
  if (!*kernels && !*tasks)
    return TableOutcome{TableOutcome::NotOperators,
                        "an SQLite database without the tables TASK and "
                        "COMPUTE_TASK_INFO holds no operators"};

  ReadTarget target{profile, profile.addFile(path.str(), "msprof_db"), rank};
  DatabaseReader reader(*file, target, notes);
  if (llvm::Error error = reader.read())
    return std::move(error);
  if (reader.isEmpty())
    return TableOutcome{TableOutcome::Empty,
                        "this SQLite export has no kernel: the profile is "
                        "empty, or was taken without device data"};
  return TableOutcome();
}
