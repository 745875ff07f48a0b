/// Runs what a developer types, as the commands of a session do.
package protocol InspectorPrompt: AnyObject {
  /// Runs Lua, or a command that begins with a colon, in a window.
  ///
  /// - Parameter number: The number of the window that commands are about.
  func run(_ text: String, inWindow number: Int) -> PromptAnswer

  /// Returns the offset in characters where the last name of a text begins, and what can stand there.
  func completion(of text: String, inWindow number: Int) -> (start: Int, candidates: [String])
}

/// What a prompt has printed.
package struct PromptAnswer: Sendable, Hashable {
  package enum Outcome: String, Sendable { case done, failed, incomplete }

  package var outcome: Outcome
  /// The results, then what was reported.
  package var output: [Part]

  package struct Part: Sendable, Hashable {
    package var isError: Bool
    package var text: String

    package init(isError: Bool, text: String) { (self.isError, self.text) = (isError, text) }
  }

  package init(_ outcome: Outcome, _ output: [Part]) { (self.outcome, self.output) = (outcome, output) }
}

extension Inspector {
  func run(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    let answer = prompt.run(try text(arguments), inWindow: page.window)
    return [
      "outcome": .string(answer.outcome.rawValue),
      "output": .array(answer.output.map { ["error": .bool($0.isError), "text": .string($0.text)] }),
    ]
  }

  func complete(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    let (start, candidates) = prompt.completion(of: try text(arguments), inWindow: page.window)
    return ["start": .int(start), "candidates": .array(candidates.prefix(100).map(JSONValue.string))]
  }

  private func text(_ arguments: JSONMembers) throws -> String {
    try arguments.required("text") { key throws(Diagnostic) in try arguments.string(key) }
  }
}
