/// The requests that a test has not answered, or with an error. They fail the test also when its script catches the
/// error, unless it expects it (`to_fail`).
final class UnansweredRequests {
  private var failures: [(message: String, text: String, isExpected: Bool)] = []

  /// The number of requests in the running test.
  var count: Int { failures.count }

  func add(_ error: any Error) {
    let message = error.asDiagnostic.message
    let isExpected = failures.contains { $0.isExpected && $0.message == message }
    failures.append((message, "\(error.asDiagnostic)", isExpected))
  }

  /// Notes that the test has expected an error.
  ///
  /// - Parameter first: The number of requests before the function that has failed. If the error is one of those since,
  ///   all of them were expected.
  func expect(_ message: String, since first: Int) {
    let range = failures.indices.clamped(to: first..<Int.max)
    guard failures[range].contains(where: { message.contains($0.message) }) else { return }
    for index in range { failures[index].isExpected = true }
  }

  /// Returns the errors that were not expected, each once, and forgets all.
  func take() -> [String] {
    defer { failures = [] }
    var texts: [String] = []
    for failure in failures where !failure.isExpected && !texts.contains(failure.text) { texts.append(failure.text) }
    return texts
  }
}
