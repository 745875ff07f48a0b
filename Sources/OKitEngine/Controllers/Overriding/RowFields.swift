/// The fields of a row that functions of scripts replace: by the table that `rowFor` returns, or by assigning them to
/// the cell in `configure` and `update`.
struct RowFields {
  enum Field: String, CaseIterable { case text, detail, image, ribbon, height, accessory }

  static let names = Field.allCases.map(\.rawValue)

  private let values: [String: Value]

  init(_ value: Value) { values = if case .map(let values) = value { values } else { [:] } }

  /// The fields of a row; nil for those that it has not.
  static func values(of row: Screen.Row) -> [String: Value] {
    func value(_ field: Field) -> Value {
      switch field {
      case .text: row.text.map(Value.string) ?? .null
      case .detail: row.detail.map(Value.string) ?? .null
      case .image: row.image.map { .image(.named($0)) } ?? .null
      case .ribbon: row.ribbon.map(Value.string) ?? .null
      case .height: row.height.map(Value.double) ?? .null
      case .accessory: .string(row.accessory.rawValue)
      }
    }
    return Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0.rawValue, value($0)) })
  }

  /// Replaces fields of a row. A value that a field cannot have changes nothing.
  ///
  /// - Parameter refuse: Reports a value, with the message and a hint.
  func apply(to row: inout Screen.Row, _ evaluator: Evaluator, _ refuse: (String, String?) -> Void) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let field = Field(rawValue: name) else {
        refuse("unknown field \"\(name)\"", NearestName.hint(for: name, in: Self.names))
        continue
      }
      if let (expected, hint) = Self.set(field, of: &row, to: value, evaluator) {
        refuse("\(name) needs \(expected), got \(evaluator.store.summary(value))", hint)
      }
    }
  }

  /// - Returns: What the field accepts, and a hint, for a value of another kind; nil when the field is set.
  private static func set(
    _ field: Field, of row: inout Screen.Row, to value: Value, _ evaluator: Evaluator
  ) -> (expected: String, hint: String?)? {
    switch field {
    case .text, .detail:
      let runs = TextRun.runs(value) ?? []
      if let problem = TextRun.problem(in: value) { return (problem.message, problem.hint) }
      let text = runs.isEmpty ? evaluator.text(value) : TextRun.text(runs)
      guard value.isNull || text != nil else { return ("a text", nil) }
      if field == .text { (row.text, row.textRuns) = (text, runs) } else { (row.detail, row.detailRuns) = (text, runs) }
    case .image:
      if case .entity(let entity) = value, let info = evaluator.store.imageInfo(of: entity) {
        (row.image, row.imageInfo) = (info.name, info)
      } else if case .named(let name)? = value.image {
        (row.image, row.imageInfo) = (name, nil)
      } else if value.isNull {
        (row.image, row.imageInfo) = (nil, nil)
      } else {
        return ("the name of an image or a blob with bytes", nil)
      }
    case .ribbon:
      guard let color = FunctionResult.color.convert(value, evaluator) else { return ("a color such as #rrggbb", nil) }
      row.ribbon = if case .string(let hex) = color { hex } else { nil }
    case .height:
      guard value.isNull || value.double != nil else { return ("a number", nil) }
      row.height = value.double
    case .accessory:
      guard let accessory = Screen.Row.Accessory(value) else {
        let names = Screen.Row.Accessory.allCases.map(\.rawValue)
        return (
          "one of \(names.joined(separator: ", "))",
          value.scalarText.flatMap { NearestName.hint(for: $0, in: names) }
        )
      }
      row.accessory = accessory
    }
    return nil
  }
}

extension FunctionResult {
  /// A table with fields of a row, or nil.
  static let rowFields = FunctionResult(expected: "a table such as { detail = … } or nil") { value, _ in
    switch value {
    case .map, .null, .list([]): value
    default: nil
    }
  }
}
