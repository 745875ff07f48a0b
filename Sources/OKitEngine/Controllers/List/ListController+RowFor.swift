/// The function `rowFor`, in which a script replaces fields of rows.
extension ListController {
  private enum Field: String, CaseIterable { case text, detail, image, ribbon, height, accessory }

  /// Lets a script's `rowFor` replace fields of a row. A value that a field cannot have is reported and changes nothing.
  func override(_ row: inout Screen.Row, _ entity: EntityID) {
    switch overriddenValue("rowFor", [.entity(entity)]) {
    case nil, .null?, .list([])?: break
    case .map(let values)?:
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        guard let field = Field(rawValue: name) else {
          let hint = NearestName.hint(for: name, in: Field.allCases.map(\.rawValue))
          reportResult("unknown field \"\(name)\"", hint: hint)
          continue
        }
        set(field, of: &row, to: value)
      }
    case .some(let other):
      reportResult("must return a table such as { detail = … } or nil, got \(store.summary(other))")
    }
  }

  private func set(_ field: Field, of row: inout Screen.Row, to value: Value) {
    switch field {
    case .text: if let text = text(value, field) { (row.text, row.textRuns) = (text, TextRun.runs(value) ?? []) }
    case .detail: if let text = text(value, field) { (row.detail, row.detailRuns) = (text, TextRun.runs(value) ?? []) }
    case .image:
      if case .entity(let entity) = value, let info = store.imageInfo(of: entity) {
        (row.image, row.imageInfo) = (info.name, info)
        return
      }
      guard case .named(let name)? = value.image else {
        return refuse(value, field, needs: "the name of an image or a blob with bytes")
      }
      (row.image, row.imageInfo) = (name, nil)
    case .ribbon: setRibbon(of: &row, to: value)
    case .height:
      guard let height = value.double else { return refuse(value, field, needs: "a number") }
      row.height = height
    case .accessory:
      guard let accessory = Screen.Row.Accessory(value) else {
        let names = Screen.Row.Accessory.allCases.map(\.rawValue)
        return refuse(
          value, field, needs: "one of \(names.joined(separator: ", "))",
          hint: value.scalarText.flatMap { NearestName.hint(for: $0, in: names) })
      }
      row.accessory = accessory
    }
  }

  private func text(_ value: Value, _ field: Field) -> String? {
    if let runs = TextRun.runs(value) {
      if let problem = TextRun.problem(in: value) {
        reportResult("\(field.rawValue): \(problem.message)", hint: problem.hint)
      }
      return TextRun.text(runs)
    }
    if let text = evaluator.text(value) { return text }
    refuse(value, field, needs: "a text")
    return nil
  }

  private func setRibbon(of row: inout Screen.Row, to value: Value) {
    switch value {
    case .color(let color): row.ribbon = color.hex
    case .string(""): row.ribbon = nil
    default:
      guard let color = value.scalarText.flatMap(ColorValue.init(hex:)) else {
        return refuse(value, .ribbon, needs: "a color such as #rrggbb")
      }
      row.ribbon = color.hex
    }
  }

  private func refuse(_ value: Value, _ field: Field, needs expected: String, hint: String? = nil) {
    reportResult("\(field.rawValue) needs \(expected), got \(store.summary(value))", hint: hint)
  }

  private func reportResult(_ message: String, hint: String? = nil) {
    var problem = evaluator.problem("controller.result", of: origin("rowFor"), message, hint: hint)
    problem.place = definition.place(ofFunction: "rowFor") ?? problem.place
    services.report(problem)
  }

  /// The fields that `rowFor` can replace, as the list itself makes them.
  func fields(of entity: EntityID) -> Value {
    guard let row = row(of: entity).row(mode, isSelected: false) else { return .null }
    var fields: [Field: Value] = [.accessory: .string(row.accessory.rawValue)]
    fields[.text] = row.text.map(Value.string)
    fields[.detail] = row.detail.map(Value.string)
    fields[.image] = row.image.map { .image(.named($0)) }
    fields[.ribbon] = row.ribbon.map(Value.string)
    fields[.height] = row.height.map(Value.double)
    return .map(Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value) }))
  }
}
