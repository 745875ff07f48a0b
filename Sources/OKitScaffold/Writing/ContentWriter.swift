/// Writes `content.lua`: the data that a new model begins with.
struct ContentWriter {
  static func text(_ model: ModelDraft, source: String) -> String {
    let entries =
      model.hasPlainContent
      ? self.entries(model.content)
      : model.filledModels.map { type, content in
        LuaExpression.Entry(type, .table(self.entries(content), isExpanded: true))
      }
    return "-- The content of a new model, from \(LuaComment.line(source)).\n\n"
      + "return \(LuaPrinter.text(.table(entries, isExpanded: true)))\n"
  }

  private static func entries(_ content: ContentRecord) -> [LuaExpression.Entry] {
    content.values.compactMap { entry($0.name, $0.value) }
  }

  private static func entry(_ name: String, _ value: ContentValue) -> LuaExpression.Entry? {
    value.isNone ? nil : LuaExpression.Entry(name, expression(value))
  }

  private static func expression(_ value: ContentValue) -> LuaExpression {
    switch value {
    case .none: .code("nil")
    case .bool(let flag): .code("\(flag)")
    case .int(let number): .code(number == .min ? "math.mininteger" : String(number))
    case .double(let number): .code(NumberText.text(of: number))
    case .text(let text), .reference(let text): .text(text)
    case .list(let values):
      .table(
        values.filter { !$0.isNone }.map { .init(nil, expression($0)) }, isFilled: !values.contains(where: isRecord),
        isExpanded: values.count > 1 && values.contains(where: isRecord))
    case .map(let entries): .table(entries.map { .init(key($0.name), expression($0.value)) }, isFilled: true)
    case .record(let record):
      .table(
        (record.id.map { [LuaExpression.Entry("id", .text($0))] } ?? [])
          + record.values.compactMap { entry($0.name, $0.value) }, isFilled: true)
    }
  }

  private static func isRecord(_ value: ContentValue) -> Bool {
    if case .record = value { true } else { false }
  }

  /// A key of a map: a name, or a text in brackets.
  private static func key(_ text: String) -> String {
    LuaToken.isName(text) ? text : "[\(LuaText.quoted(text))]"
  }
}

extension LuaComment {
  /// A text without line breaks, which would end the comment.
  static func line(_ text: String) -> String { PrintableText.line(text) }
}
