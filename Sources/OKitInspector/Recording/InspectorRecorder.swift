/// Makes a test of what a person does in a window.
package protocol InspectorRecorder: AnyObject {
  /// The number of the window that is recorded; nil while none is.
  var window: Int? { get }
  /// Changes with each line.
  var version: Int { get }
  var lines: [RecordedLine] { get }

  /// Begins a recording, which replaces the last one.
  ///
  /// - Throws: `inspect.record` for a window that does not show its first screen.
  func begin(inWindow number: Int) throws

  /// Ends the recording; its lines stay.
  func end()

  func willPerform(_ action: JSONValue)
  func didPerform(_ error: Diagnostic?)

  /// Adds an assertion of what an element shows now; of the screen, for any other element.
  func expect(_ element: ElementID) throws

  /// Lets a line find its element in another way.
  func exchange(_ line: Int, by text: String) throws

  /// The test as text.
  func text() throws -> String

  /// Runs the test in a process of its own.
  ///
  /// - Parameter reply: Gets what the process has printed, and whether the test passes.
  func verify(_ reply: @escaping (Result<(passes: Bool, output: String), Diagnostic>) -> Void)
}

/// A line of a recorded test.
package struct RecordedLine: Sendable, Hashable {
  /// Identifies the line while the recording lasts.
  package var number: Int
  package var text: String
  /// The lines that do the same, with other locators; with the present one.
  package var alternatives: [String]
  package var isExpectation: Bool

  package init(number: Int, text: String, alternatives: [String], isExpectation: Bool) {
    (self.number, self.text, self.alternatives) = (number, text, alternatives)
    self.isExpectation = isExpectation
  }
}

extension Inspector {
  var recording: JSONValue {
    guard let recorder else { return .null }
    return [
      "isOn": .bool(recorder.window != nil),
      "lines": .array(
        recorder.lines.map { line in
          [
            "line": .int(line.number), "text": .string(line.text), "expects": .bool(line.isExpectation),
            "alternatives": .array(line.alternatives.map(JSONValue.string)),
          ]
        }),
    ]
  }

  private func required() throws(Diagnostic) -> any InspectorRecorder {
    guard let recorder else { throw Diagnostic("inspect.record", "this server records nothing") }
    return recorder
  }

  func record(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    let isOn = try arguments.required("on") { key throws(Diagnostic) in try arguments.bool(key) }
    if isOn { try required().begin(inWindow: page.window) } else { try required().end() }
    return recording
  }

  func expect(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    try required().expect(element(arguments))
    return recording
  }

  func exchange(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    let line = try arguments.required("line") { key throws(Diagnostic) in try arguments.int(key) }
    let text = try arguments.required("by") { key throws(Diagnostic) in try arguments.string(key) }
    try required().exchange(line, by: text)
    return recording
  }

  func test(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue { .string(try required().text()) }

  func verify(_ reply: @escaping (Result<JSONValue, Diagnostic>) -> Void) {
    guard let recorder else { return reply(.failure(Diagnostic("inspect.record", "this server records nothing"))) }
    recorder.verify { result in
      reply(result.map { ["passes": .bool($0.passes), "output": .string($0.output)] })
    }
  }

  package func willPerform(_ action: JSONValue, inWindow number: Int) {
    if let recorder, recorder.window == number { recorder.willPerform(action) }
  }

  package func didPerform(_ error: Diagnostic?, inWindow number: Int) {
    if let recorder, recorder.window == number { recorder.didPerform(error) }
  }
}
