/// The failed tests of a run for people: tests with equal failures stand together, and each failure is shown once.
///
/// Failures are equal that have the same message at the same place, whatever led there.
struct FailureGroups {
  private struct Key: Hashable {
    let kind: TestFailure.Kind
    let message: String
    let diff: String?
    let place: Diagnostic.Place?

    init(_ failure: TestFailure) {
      (kind, message, diff, place) = (failure.kind, failure.message, failure.diff, failure.place)
    }
  }

  private var groups: [[TestEvent]] = []

  init(_ failed: [TestEvent]) {
    var numbers: [[Key]: Int] = [:]
    for event in failed {
      let keys = event.failures.map(Key.init)
      if let number = numbers[keys], !keys.isEmpty {
        groups[number].append(event)
      } else {
        numbers[keys] = groups.count
        groups.append([event])
      }
    }
  }

  /// Returns the lines of the groups, with a blank line after each.
  ///
  /// - Parameter title: Makes the line of a test, from its number and its name.
  func lines(title: (Int, TestEvent) -> String) -> [String] {
    var (lines, number) = ([String](), 0)
    /// The numbers of the tests with which failures were shown.
    var shown: [Key: Int] = [:]
    for group in groups {
      let first = number + 1
      for event in group {
        number += 1
        lines.append(title(number, event))
      }
      let traces = group.flatMap { event in
        event.traces.map { "trace: \($0)" } + [event.difference].compactMap(\.self)
      }
      lines += (Self.failures(group[0], first, &shown) + traces).map {
        $0.isEmpty ? "" : "   " + PrintableText.escaped($0)
      }
      lines.append("")
    }
    return lines
  }

  private static func failures(_ event: TestEvent, _ number: Int, _ shown: inout [Key: Int]) -> [String] {
    // The screen is shown once, at the first failure.
    let withScreen = event.failures.firstIndex { $0.screen != nil || !$0.actions.isEmpty }
    var lines: [String] = []
    for (index, failure) in event.failures.enumerated() {
      if let known = shown[Key(failure)], known != number {
        let message = failure.message.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
        lines.append("\(message) (see \(known))")
      } else {
        shown[Key(failure)] = number
        lines += FailureText.lines(failure, showsScreen: index == withScreen)
      }
    }
    return lines
  }
}
