/// A property that a built-in class has: the rows of OKit's property tables, and what scripts add to them.
package struct PropertySchema: Sendable {
  /// The kinds of values that a script can give for a property.
  package enum Kind: Sendable, Hashable {
    /// A binding text, or a function that answers the value.
    case value(ResultType)
    /// Called for effect: a binding or a function.
    case action
    /// A formula that reads an entered value, or a function that receives the value.
    case formula
    /// A binding text of several parts, or a list of texts and functions.
    case multipart(ResultType)
    /// A multipart text, or a list of records `{ name =, enabled =, tap = }`.
    case moreActions
    /// A plain text, not a binding.
    case text
    /// A plain text, one of several names.
    case choice([String])
    /// The name of an entity class.
    case entityType
    /// The name of a controller, or a record `{ to =, kind = }`.
    case segue
    /// One cell.
    case cell
    /// A list of bar buttons, labels and buttons.
    case barButtons
    /// One label or button.
    case view
    /// A list of labels and buttons.
    case views
    /// One help view.
    case helpView
    /// A list of records `{ target =, text = }`, or a binding to such a list.
    case callouts
    /// A list of sections (`SectionDefinition`).
    case sections
    /// A list of records `{ title =, root = }`.
    case tabs
    /// A list of records `{ title =, cell =, sort = }`.
    case columns
  }

  /// The type that the values of a property are read as, named as in bindings.
  package enum ResultType: String, Sendable, Hashable {
    case any = "Any"
    case bool = "Bool"
    case number = "Number"
    case string = "String"
    case date = "Date"
    case color = "Color"
    case image = "Image"
    case entity = "Entity"
    case list = "List"
  }

  /// The part of a row or a screen that shows a property.
  package enum Field: String, Sendable, Hashable {
    case title, subtitle, prompt
    case text, detail, image, ribbon, accessory, button, control

    /// The part in the terms of `PropertySchema.effect`.
    fileprivate var effect: String {
      switch self {
      case .title, .subtitle, .prompt: "screen.\(rawValue)"
      case .control: "control.value"
      case .text, .detail, .image, .ribbon, .accessory, .button: "row.\(rawValue)"
      }
    }

    static let ofRows: [Field] = [.text, .detail, .image, .ribbon, .accessory, .button, .control]
    static let ofScreens: [Field] = [.title, .subtitle, .prompt]
  }

  package let name: String
  package let kind: Kind
  /// The binding text that holds when nothing is given.
  package let defaultText: String?
  /// What holds when nothing is given, as documentation writes it: `defaultText`, or what the class itself provides.
  package internal(set) var standard: String?
  /// The value of `defaultText`, which is a constant.
  let defaultValue: Value
  let field: Field?
  /// Where its value shows: parts of the screen such as `row.text`; `rows` and `sections`, which are shown and in which
  /// order; `stack`, which controllers are open; `model`, what it writes; `stored`, what it stores; `action`, what it
  /// runs or permits.
  package let effect: String
  /// The parts that are texts. An element of a list is one part, with its commas.
  var literals = Literals.none
  /// Whether a part whose first name means nothing in the context is a text.
  var takesLiterals: Bool { literals != .none }
  /// Whether a text is its value as it is, unless it begins with `=`.
  var isLiteral = false
  /// The names among its values, for hints.
  var constants: [String] = []
  /// Its purpose: the end of a sentence.
  package let meaning: String

  /// Parts of a binding that are texts as they are written.
  package enum Literals: Sendable {
    case none
    /// Those whose first name means nothing in the context, as OKit's storyboards write some texts.
    case unknownNames
    /// Also, of several, those that are a name, whatever it means in the context.
    case names

    /// The way in which a text of several parts is read.
    var mode: Binding.Mode {
      switch self {
      case .none: .binding
      case .unknownNames: .texts
      case .names: .names
      }
    }

    /// The way in which each element of a list is read.
    func mode(ofElements count: Int) -> Binding.Mode {
      switch self {
      case .none: .binding
      case .names where count > 1: .name
      case .unknownNames, .names: .text
      }
    }
  }

  init(
    _ name: String, _ kind: Kind, default defaultText: String?, fills field: Field?, effect: String?, _ meaning: String
  ) {
    (self.name, self.kind, self.defaultText, self.field, self.meaning) = (name, kind, defaultText, field, meaning)
    standard = defaultText
    self.effect = effect ?? field?.effect ?? (kind == .action ? "action" : "")
    let constant = defaultText.map { Value(constant: String($0.dropFirst())) } ?? .null
    // OKit writes some numbers in a form that is a text as a constant, such as `#20.0`.
    if case .value(.number) = kind, let number = constant.double, case .string = constant {
      defaultValue = .double(number)
    } else {
      defaultValue = constant
    }
  }

  /// The type that the values of the property are read as; nil when it has no values of bindings.
  package var result: ResultType? { kind.result }

  /// Whether scripts often mean a text where they write a binding without `%` or `#`.
  var showsText: Bool { kind.showsText }

  /// The names that mean a constant where a script has forgotten the `#`.
  var constantNames: [String] { result == .bool ? constants + ["yes", "no"] : constants }
}

extension PropertySchema.Kind {
  fileprivate var result: PropertySchema.ResultType? {
    switch self {
    case .value(let type), .multipart(let type): type
    case .moreActions: .string
    case .callouts: .any
    case .action, .formula, .text, .choice, .entityType, .segue, .cell, .barButtons, .view, .views, .helpView,
      .sections, .tabs, .columns:
      nil
    }
  }

  /// Whether scripts often mean a text where they write a binding without `%` or `#`.
  var showsText: Bool { result == .string || result == .image || result == .color }
}
