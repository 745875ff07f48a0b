/// One of several parts of all tests, of about the same size.
package struct TestShard: Sendable, Hashable {
  /// From 1.
  package var index: Int
  package var count: Int

  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }
}

extension TestFileRunner.Selection {
  /// The selection for one run of a file.
  func with(_ job: TestJob) -> Self {
    var selection = self
    selection.lines = job.lines
    selection.names = job.names
    selection.offset = job.position
    selection.shuffle = job.seed
    return selection
  }

  /// The options of the test framework.
  var lua: LuaValue {
    func texts(_ texts: [String]) -> LuaValue { .table(LuaTable(array: texts.map(LuaValue.string))) }
    var table: LuaTable = [
      "tags": texts(tags), "exclude_tags": texts(excludeTags), "bail": .bool(bail),
      "update_snapshots": .bool(updateSnapshots), "retries": .int(retries), "ci": .bool(isCI),
      "stopped": .bool(isStopped), "list": .bool(isListing), "resumed": .bool(isResumed),
    ]
    func add(_ name: String, _ value: LuaValue) { table.pairs.append(.init(key: .string(name), value: value)) }
    if !filters.isEmpty { add("filters", texts(filters)) }
    if let shuffle {
      add("shuffle", true)
      add("seed", .int(shuffle))
    }
    if !lines.isEmpty { add("lines", .table(LuaTable(array: lines.map(LuaValue.int)))) }
    if !names.isEmpty { add("only", texts(names)) }
    if !except.isEmpty { add("except", texts(except)) }
    if !attempts.isEmpty {
      add("attempts", .table(LuaTable(pairs: attempts.map { .init(key: .string($0.key), value: .int($0.value)) })))
    }
    if !hooks.isEmpty {
      let failures = hooks.map { block, failure in
        LuaTable.Pair(key: .int(block), value: LuaValue(.array([failure.record])))
      }
      add("hooks", .table(LuaTable(pairs: failures)))
    }
    if let shard {
      add("shard", ["index": .int(shard.index), "count": .int(shard.count), "offset": .int(offset)])
    }
    return .table(table)
  }
}
