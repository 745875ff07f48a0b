/// A script whose lines, functions and branches are counted.
///
/// Each function has a list of counters, which its statements increase; the outcomes of `and` and `or` are counted by a
/// function of the host. Both together are numbered from 0: first the counters of each function, then, for each
/// operator, how often its left side was false, and how often it was true.
package struct CountedScript: Sendable {
  package struct Item: Sendable {
    package let id: String
    package let kind: CoverageKind
    package let line: Int
    /// In characters, from 1.
    package let column: Int
    package let text: String
    /// The numbers of the counters of its outcomes, each of which is counted by their sum.
    package let outcomes: [CoverageOutcome: [Int]]
  }

  /// The text to compile in place of that of the script. It has the same lines.
  package let text: String
  /// The same for a function that may be called several times: its environment is the list of counters, which has that
  /// of the script at -1.
  package let fileText: String
  /// The number of counters of each function, that of the script as a whole first.
  package let counters: [Int]
  /// The number of operators whose outcomes are counted.
  package let operatorCount: Int
  package let items: [Item]
  /// The lines that comments exclude.
  package let ignored: IgnoredLines
  /// The first and last line of each function, outer ones first.
  let functions: [(path: String, lines: ClosedRange<Int>)]

  /// Returns the name of the innermost function around a line, as ids have it; nil outside of functions.
  package func function(atLine line: Int) -> String? { functions.last { $0.lines.contains(line) }?.path }

  /// The number of counters.
  package var count: Int { counters.reduce(0, +) + 2 * operatorCount }
}
