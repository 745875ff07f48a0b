internal import OKitCoverage

/// The items of a report that say what was missed, without those that follow from another one: what is in a function
/// that no test calls, the branches of a line that no test runs, and what a controller has that no test shows.
struct CoverageGaps {
  /// The ids of functions that were missed.
  private let functions: Set<String>
  /// The lines that were missed, by file.
  private let lines: [String: Set<Int>]
  /// The controllers of which nothing was reached.
  private let controllers: Set<Substring>

  init(_ report: CoverageReport) {
    let missed = report.items.filter { !$0.isReached }
    functions = Set(missed.filter { $0.kind == .function }.map(\.id))
    lines = Dictionary(grouping: missed.filter { $0.kind == .line }, by: \.file).mapValues { Set($0.map(\.line)) }
    // A class of controllers may be shown as one of its subclasses.
    let reached = Set(report.items.filter(\.isReached).compactMap(Self.controller))
    controllers = Set(missed.filter { $0.kind == .controller }.compactMap(Self.controller)).subtracting(reached)
  }

  func contains(_ item: CoverageItem) -> Bool {
    guard !item.missed.isEmpty else { return false }
    switch item.kind {
    case .line: return !isInMissedFunction(item)
    case .branch: return !isInMissedFunction(item) && (item.isReached || lines[item.file]?.contains(item.line) != true)
    case .function: return !functions.contains { item.id.hasPrefix($0 + "/") }
    case .binding, .cell, .action, .segue: return Self.controller(of: item).map(controllers.contains) != true
    case .controller, .answer: return true
    }
  }

  /// Whether a line or branch belongs to a function that was missed: `line:app.lua:Shop.total:2` to
  /// `function:app.lua:Shop.total`.
  private func isInMissedFunction(_ item: CoverageItem) -> Bool {
    guard let end = item.id.lastIndex(of: ":") else { return false }
    return functions.contains("function" + item.id[..<end].dropFirst(item.kind.rawValue.count))
  }

  /// The controller that has defined an item: `tasks` of `binding:tasks/cell/detailPath`.
  private static func controller(of item: CoverageItem) -> Substring? {
    switch item.kind {
    case .binding, .cell, .action, .segue, .controller:
      item.id.dropFirst(item.kind.rawValue.count + 1).prefix { $0 != "/" }
    case .line, .function, .branch, .answer: nil
    }
  }
}
