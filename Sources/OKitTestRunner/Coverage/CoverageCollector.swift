import LuaSyntax
package import OKitCoverage

/// Collects what the tests of a file reach in applications.
///
/// What was counted belongs to the test that runs, or to a block whose hooks run: then to all of its tests, because these
/// would fail as well. `begin(_:)` says whose part begins.
package final class CoverageCollector: ScriptCounting {
  /// Whose part of the run it is.
  package enum Scope: Hashable {
    case test(CoverageTest)
    /// The hooks of a block, by its names; none for the file as a whole.
    case block([String])
  }

  private struct Count: Hashable {
    let item: Int
    let outcome: CoverageOutcome
  }

  private let file: String
  private var scope = Scope.block([])
  /// The items without tests, and their numbers by id.
  private var items: [CoverageItem] = []
  private var numbers: [String: Int] = [:]
  private var counts: [Count: Int] = [:]
  private var reached: [Scope: Set<Int>] = [:]
  /// The tests that have run, with the names of the blocks around them.
  private var tests: [CoverageTest: [String]] = [:]

  private var scripts: [String: (text: String, script: CountedScript)] = [:]
  /// For each counter of a script, the outcomes that it counts.
  private var outcomes: [String: [[Count]]] = [:]
  private var live: [(chunk: String, counters: ScriptCounters)] = []
  /// The scripts that run without counters, with the reason.
  package private(set) var refused: [String: String] = [:]

  /// - Parameter file: The test file.
  package init(file: String) { self.file = file }

  // MARK: Scopes

  /// What is counted from now on belongs to another part of the run.
  package func begin(_ scope: Scope) {
    take()
    self.scope = scope
  }

  /// Notes that a test has run.
  ///
  /// - Parameter blocks: The names of the blocks around it.
  package func add(_ test: CoverageTest, in blocks: [String]) { tests[test] = blocks }

  /// Takes what was counted since the last time.
  package func take() {
    for (chunk, counters) in live {
      let outcomes = outcomes[chunk] ?? []
      for (counter, count) in counters.take().enumerated() where count > 0 && counter < outcomes.count {
        for outcome in outcomes[counter] { add(outcome, Int(clamping: count)) }
      }
    }
    live.removeAll { $0.counters.isEnded }
  }

  private func add(_ count: Count, _ times: Int) {
    counts[count, default: 0] += times
    reached[scope, default: []].insert(count.item)
  }

  // MARK: Items

  /// Returns the number of an item, which is added if it is new.
  private func number(of item: CoverageItem) -> Int {
    if let known = numbers[item.id] { return known }
    items.append(item)
    numbers[item.id] = items.count - 1
    return items.count - 1
  }

  /// What was collected.
  package func report() -> CoverageReport {
    take()
    var items = items
    for (count, times) in counts { items[count.item].outcomes[count.outcome, default: 0] += times }
    let tests = tests.keys.sorted { ($0.line, $0.name) < ($1.line, $1.name) }
    for (index, test) in tests.enumerated() {
      let blocks = self.tests[test] ?? []
      let scopes = [.test(test)] + (0...blocks.count).map { Scope.block(Array(blocks.prefix($0))) }
      for item in Set(scopes.flatMap { reached[$0] ?? [] }) { items[item].tests.append(index) }
    }
    return CoverageReport(tests: tests, items: items)
  }

  // MARK: Scripts

  package func instrument(_ text: String, chunk: String) -> InstrumentedText? {
    if let known = scripts[chunk], known.text.hasBytes(of: text) { return InstrumentedText(known.script) }
    guard let script = LuaScript(valid: text, file: chunk) else {
      refused[chunk] = "it is nested too deeply"
      return nil
    }
    let counted = CountedScript(script)
    scripts[chunk] = (text, counted)
    outcomes[chunk] = nil
    return InstrumentedText(counted)
  }

  package func refuse(chunk: String) {
    scripts[chunk] = nil
    refused[chunk] = "it has functions with too many local variables"
  }

  package func didLoad(_ chunk: String, _ counters: ScriptCounters) {
    guard let script = scripts[chunk]?.script else { return }
    if outcomes[chunk] == nil {
      var all = [[Count]](repeating: [], count: script.count)
      for item in script.items {
        let new = CoverageItem(item, file: chunk)
        let number = number(of: new)
        for (outcome, counter) in item.outcomes { all[counter].append(Count(item: number, outcome: outcome)) }
      }
      outcomes[chunk] = all
    }
    live.append((chunk, counters))
  }
}

extension InstrumentedText {
  fileprivate init(_ script: CountedScript) {
    self.init(text: script.text, counters: script.counters, operatorCount: script.operatorCount)
  }
}

extension CoverageItem {
  fileprivate init(_ item: CountedScript.Item, file: String) {
    self.init(
      id: item.id, kind: item.kind, file: file, line: item.line, column: item.column, text: item.text,
      outcomes: item.outcomes.mapValues { _ in 0 })
  }
}
