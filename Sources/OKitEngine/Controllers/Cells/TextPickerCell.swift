extension ComponentDescriptor {
  package static let textPickerCell = declare(
    "ModelTextPickerCell", .cell(TextPickerCell.self), extends: editCell, control: .textPicker,
    functions: [.getText, .setText], "A row with a picker of texts."
  ) { textPickerCellTable }

  package static let (textPickerCellTable, textPickerKeys) = properties(extending: editCell) {
    (
      textPath: $0.string("textPath", fills: .control, "the chosen text, or a number, a Bool or an enum"),
      optionValues: $0.texts(
        "optionValues", literals: .names, effect: "control.options",
        """
        the texts to choose from, separated by commas, or a list of texts, of which one may be empty; a single name \
        is a binding; default for an enum: its values
        """
      ),
      title: $0.string("title", effect: "control.title", "the title over the options")
    )
  }
}

extension Control.Kind {
  /// As with a picker, the options stand below the row while it is enabled, here under their title.
  package static let textPicker = Control.Kind(
    "textpicker", "text picker", role: .combobox, edits: .option,
    driving: ControlDriving([.choose], usage: "choose an option", accepts: "an option", needsSelection: true) {
      .choose($0.text ?? "")
    },
    text: { $0.isEnabled ? "[\($0.printableText) ▾]" : "" },
    lines: { control, width in
      guard control.isEnabled, !control.options.isEmpty else { return [] }
      // An empty option can be seen, too.
      let options = control.options.map { $0.isEmpty ? "–" : $0 }.joined(separator: " · ")
      let texts = [control.title, options].compactMap { $0 }.filter { !$0.isEmpty }
      return texts.flatMap { TextWidth.wrapped(TextWidth.printable($0), to: width - 2) }.map { "▾ " + $0 }
    })
}

/// A wheel of texts, of which one is written to a property (`ModelTextPickerCell`).
///
/// A value that is not among the options is shown, and stays until another one is chosen.
package final class TextPickerCell: EditCell {
  private static let textPickerKeys = ComponentDescriptor.textPickerKeys

  override class var isReusable: Bool { true }

  override var selectedHeight: Double? { super.selectedHeight ?? DateCell.openHeight }

  override func makeControl(isEnabled: Bool) -> Control? {
    let (texts, chosen) = (texts, chosen)
    var control = Control(
      kind: .textPicker, value: chosen.map(Value.string) ?? .null, isEnabled: isEnabled, options: texts.map(name))
    control.text = chosen.map(name)
    control.title = properties[Self.textPickerKeys.title]
    return control
  }

  /// The chosen text as a person sees it.
  override var valueText: String? { chosen.map(name) }

  // MARK: What can be chosen

  /// The values of the options, each once.
  private var texts: [String] {
    let key = Self.textPickerKeys.optionValues
    if !properties.has(key), let cases { return cases }
    let all = properties[key]
    // An empty part between commas is an empty option.
    let given = all.count > 1 ? all.map { $0 ?? "" } : all.compactMap { $0 }
    guard !evaluator.store.isBudgetExhausted(after: given.reduce(0) { $0 + $1.utf8.count } / 16) else { return [] }
    var known: Set<String> = []
    let texts = given.map(\.trimmed)
    // A binding to an empty text gives no options.
    return texts == [""] ? [] : texts.filter { known.insert($0).inserted }
  }

  private var cases: [String]? { cases(Self.textPickerKeys.textPath) }

  /// The text of an option: of the value of an enum, its localized text.
  private func name(of text: String) -> String { cases?.contains(text) == true ? evaluator.localized(text) : text }

  /// The text of the value: the matching option as it is written, else the text of a field.
  private var chosen: String? {
    if let own = text(.getText) { return own }
    return builtInText
  }

  private var builtInText: String? {
    let key = Self.textPickerKeys.textPath
    let value = properties.value(key)
    switch value {
    case .bool(let isTrue): return texts.first { BoolText($0)?.isTrue == isTrue } ?? fieldText(key)
    case .int, .double: return texts.first { optionValue($0).double == value.double } ?? fieldText(key)
    case .null: return texts.contains("") ? "" : nil
    default: return fieldText(key)
    }
  }

  // MARK: Choosing

  override var setter: OverridableFunction? { .setText }

  override func argument(for edit: ScreenAction.Edit) throws -> Value {
    let texts = texts
    switch edit {
    case .option: return .string(texts[try chosenIndex(edit, of: texts.count)])
    case .value(let value):
      guard let text = value.scalarText else { throw wrongEdit("an option", edit) }
      try check(text)
      return .string(text)
    case .text, .steps: throw wrongEdit("an option", edit)
    }
  }

  override func value(from argument: Value) throws -> Value {
    guard case .string(let text) = argument else { return argument }
    try check(text)
    return optionValue(text)
  }

  /// The value to be written for an option. Options are written without the format of the cell.
  private func optionValue(_ text: String) -> Value {
    let key = Self.textPickerKeys.textPath
    return properties.program(key).map { plainValue($0, key, text) } ?? .string(text)
  }

  /// - Throws: `action.impossible` for a text that is neither an option nor the value.
  private func check(_ text: String) throws {
    let texts = texts
    guard !texts.contains(text), builtInText != text else { return }
    throw impossible(
      "has no option \(PrintableText.quoted(text))",
      hint: NearestName.hint(for: text, in: texts) ?? "available: " + PrintableText.list(texts.prefix(10)))
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    guard function == .getText else { return try super.inherited(function, arguments) }
    return builtInText.map(Value.string) ?? .null
  }

  override func hint(forRefused value: Value) -> String? { textHint(Self.textPickerKeys.textPath, forRefused: value) }
}
