@_spi(Observation) internal import OKitModel

extension ComponentDescriptor {
  package static let pickerCell = declare(
    "ModelPickerCell", .cell(PickerCell.self), extends: editCell, control: .picker,
    functions: [.getSelectIndex, .setSelectIndex], "A row with a picker."
  ) { pickerCellTable }

  package static let (pickerCellTable, pickerKeys) = properties(extending: editCell) {
    (
      dataPath: $0.list("dataPath", effect: "control.options", "the options; default for an enum: its values"),
      namePath: $0.string(
        "namePath", effect: "control.options", "the name of each option; default its text, localized for an enum"),
      selectionPath: $0.any(
        "selectionPath", fills: .control, "a reference to the selected option, or its index, or an enum")
    )
  }
}

extension Control.Kind {
  /// The options stand below the row while it is enabled; a closed picker is not visible.
  package static let picker = Control.Kind(
    "picker", "picker", role: .combobox, edits: .choice, driving: .choosing(needsSelection: true),
    text: { $0.isEnabled ? "[\(TextWidth.printable($0.chosenOption ?? "")) ▾]" : "" },
    lines: { control, width in
      guard control.isEnabled, !control.options.isEmpty else { return [] }
      return TextWidth.wrapped(TextWidth.printable(control.options.joined(separator: " · ")), to: width - 2)
        .map { "▾ " + $0 }
    })
}

/// A wheel of entities, or of plain values, of which one is chosen (`ModelPickerCell`).
package final class PickerCell: EditCell {
  private static let pickerKeys = ComponentDescriptor.pickerKeys

  override class var isReusable: Bool { true }

  override func prepareForReuse() {
    super.prepareForReuse()
    observed = nil
  }

  override var selectedHeight: Double? { super.selectedHeight ?? DateCell.openHeight }

  override func makeControl(isEnabled: Bool) -> Control? {
    let choices = choices
    return Control(kind: .picker, value: choices.chosen, isEnabled: isEnabled, options: choices.names).withChosenText
  }

  override var setter: OverridableFunction? { .setSelectIndex }

  override func argument(for edit: ScreenAction.Edit) throws -> Value {
    let elements = choices.elements
    if cases(Self.pickerKeys.selectionPath) != nil, case .value(let value) = edit,
      let index = elements.firstIndex(of: value)
    {
      return .int(index)
    }
    return .int(try chosenIndex(edit, of: elements.count))
  }

  /// The value of an enumeration, the entity where one is chosen now, else the index.
  override func value(from argument: Value) throws -> Value {
    guard let given = argument.int else { return argument }
    let elements = choices.elements
    let index = try chosenIndex(.option(given), of: elements.count)
    if cases(Self.pickerKeys.selectionPath) != nil { return elements[index] }
    if case .entity = properties[Self.pickerKeys.selectionPath] { return elements[index] }
    // The path may lead to the target of a reference that refers to nothing yet.
    guard let program = properties.program(Self.pickerKeys.selectionPath),
      evaluator.writesReference(program, properties.context)
    else { return .int(index) }
    return elements[index]
  }

  /// The name of the chosen option.
  override var valueText: String? {
    let choices = choices
    return choices.chosen.int.flatMap { choices.names.indices.contains($0) ? choices.names[$0] : nil }
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    guard function == .getSelectIndex else { return try super.inherited(function, arguments) }
    _ = elements
    return observed?.chosen.result ?? readChosen()
  }

  // MARK: What can be chosen

  /// The elements with their names, and the index of the one that is chosen.
  private struct Choices {
    var chosen: Value
    let elements: [Value]
    let names: [String]
  }

  private var observed: (elements: Observed<[Value]>, names: Observed<[String]>, chosen: Observed<Value>)?

  /// Each part is kept until something that it read changes, keys of references included.
  private var choices: Choices {
    let context = properties.context
    if observed == nil || observed?.elements.context != context {
      observed = (
        observe { [weak self] in self?.readElements() }, observe { [weak self] in self?.readNames() },
        observe { [weak self] in self?.readChosen() }
      )
    }
    var choices = Choices(
      chosen: observed?.chosen.result ?? .null, elements: elements, names: observed?.names.result ?? [])
    if let own = overridden(.getSelectIndex) {
      choices.chosen = own.int.flatMap { choices.elements.indices.contains($0) ? .int($0) : nil } ?? .null
    }
    return choices
  }

  private var elements: [Value] { observed?.elements.result ?? [] }

  private func readElements() -> [Value] {
    if !properties.has(Self.pickerKeys.dataPath), let cases = cases(Self.pickerKeys.selectionPath) {
      return cases.map(Value.string)
    }
    return evaluator.elements(properties.value(Self.pickerKeys.dataPath)) ?? []
  }

  private func readNames() -> [String] {
    let isEnumeration = cases(Self.pickerKeys.selectionPath) != nil
    return elements.map { name(of: $0, isCase: isEnumeration) }
  }

  /// An index, the value of an enumeration, or an entity: a reference stands for the element that it refers to.
  private func readChosen() -> Value {
    let (selection, elements, store) = (properties[Self.pickerKeys.selectionPath], elements, evaluator.store)
    if cases(Self.pickerKeys.selectionPath) != nil {
      return elements.firstIndex(of: selection).map(Value.int) ?? .null
    }
    guard case .entity = selection else {
      return selection.int.flatMap { elements.indices.contains($0) ? .int($0) : nil } ?? .null
    }
    guard let key = store.referenceKey(of: selection) else { return .null }
    return elements.firstIndex { store.referenceKey(of: $0) == key }.map(Value.int) ?? .null
  }

  private func name(of element: Value, isCase: Bool) -> String {
    switch (properties.given(Self.pickerKeys.namePath), element) {
    case (.binding(let program)?, .entity(let entity)):
      let outer = evaluator.originSource
      evaluator.originSource = OriginSource { BindingOrigin(self.origin(Self.pickerKeys.namePath), isText: true) }
      defer { evaluator.originSource = outer }
      let name = evaluator.getString(program, entity)
      count(name.map(Value.string) ?? .null, of: Self.pickerKeys.namePath, program)
      return name ?? ""
    case (.function(let function)?, _):
      guard let host = evaluator.host else { return "" }
      do {
        let arguments = [Value.handle(controller.handle)]
        return evaluator.text(try host.call(function, receiver: element, arguments: arguments)) ?? ""
      } catch {
        let origin = origin(Self.pickerKeys.namePath)
        services.report(error.asDiagnostic.at(evaluator.place(of: origin)).from(origin).appending(.property(origin)))
        return ""
      }
    case (_, .string(let name)) where isCase: return evaluator.localized(name)
    default: return evaluator.text(element) ?? ""
    }
  }
}
