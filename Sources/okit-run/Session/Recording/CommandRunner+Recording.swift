import OKitTrace

/// The commands of a session that becomes a test.
extension CommandRunner {
  /// - Throws: `command.recording` in a session that begins in the middle of something else.
  private func requireRecording() throws -> SessionRecording {
    if let recording { return recording }
    throw Diagnostic(
      "command.recording", "this session cannot become a test, because the application did not begin with it",
      hint: "use it in okit-run record or run")
  }

  /// Begins a step of the test.
  func beginStep(_ name: String) throws { try requireRecording().beginStep(name) }

  /// Expects the present value of a field of an element, or the present title and rows, and prints the statements.
  func expect(_ element: Argument?, _ field: String?) throws {
    let recording = try requireRecording()
    let statements =
      if let element {
        [try expectation(of: element, field)]
      } else if let field {
        [try Self.expectation("app.screen", driver.screen.jsonValue, field, thing: "screen")]
      } else {
        ScreenExpectation.statements("app", driver.screen.jsonValue)
      }
    for statement in statements {
      recording.expect(statement)
      output.line(statement)
    }
  }

  private func expectation(of element: Argument, _ field: String?) throws -> String {
    let target = try cell(element, as: "row or cell").target
    let row = try target.row()
    let isCell = row.control != nil
    let field = field ?? (isCell ? "value" : row.detail != nil ? "detail" : "text")
    let found = ActionStatement.element(
      target.id, isCell: isCell, usesDetail: field != "detail", on: try target.shownScreen())
    return try Self.expectation(found, row.jsonValue, field, thing: isCell ? "cell" : "row")
  }

  static func expectation(
    _ element: String, _ fields: JSONValue, _ field: String, thing: String
  ) throws -> String {
    guard case .object(let members) = fields, let value = members[field] else {
      let names = if case .object(let members) = fields { members.keys.sorted() } else { [String]() }
      throw Diagnostic(
        "command.argument", "a \(thing) has no field \(PrintableText.quoted(field))",
        hint: NearestName.hint(for: field, in: names) ?? "Tab completes its fields")
    }
    switch value {
    case _ where value.hasFields:
      throw Diagnostic(
        "command.argument", "the field \(field) of a \(thing) has fields of its own, of which none is named",
        hint: "expect X > field of a row; without X > field, the title and the rows, or the texts of a dialog")
    case .array: return "expect(\(element).\(field)).to_equal \(LuaText.literal(value))"
    default: return "expect(\(element).\(field)).to_be(\(LuaText.literal(value)))"
    }
  }

  /// Writes the commands so far as a test, runs it, and prints the result.
  func record(_ path: String) throws {
    let file = RecordedTestFile(try requireRecording(), path: path, options: testOptions)
    let count = try file.write { output.note($0) }
    output.line(try file.run(count))
  }
}

extension JSONValue {
  /// Whether it is an object, or has one.
  fileprivate var hasFields: Bool {
    switch self {
    case .object: true
    case .array(let elements): elements.contains(where: \.hasFields)
    default: false
    }
  }
}
