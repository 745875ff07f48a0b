import OKitEngine

/// The tables that controllers, cells and bar buttons are defined with, as scripts see them.
enum ComponentTypes {
  static let all =
    PropertySchema.Shared.allCases.map(shared) + ComponentKind.allCases.map(properties)
    + ComponentKind.allCases.filter { !$0.isController }.map(componentClass) + [component, section, segue, moreAction]

  static let aliases = [
    DeclaredAlias(
      "okit.Value", "string|number|boolean|fun(context: any, controller: okit.Controller): any",
      "A binding text, or a constant, or a function that gives the value."),
    DeclaredAlias(
      "okit.Action", "string|fun(context: any, controller: okit.Controller, ...: any)",
      "A binding text that is called for effect, or a function."),
    DeclaredAlias(
      "okit.Multipart", "okit.Value|(string|number|boolean|fun(context: any, controller: okit.Controller): any)[]",
      "A binding text of several parts, or a list."),
    DeclaredAlias(
      "okit.SegueKind", DeclaredType.choice(Segue.Kind.allCases.map(\.rawValue)), "How one gets to a controller."),
  ]

  static func propertiesName(_ kind: ComponentKind) -> String { "okit.\(kind.rawValue).Properties" }

  static func meaning(_ kind: ComponentKind) -> String {
    switch kind {
    case .list: "Shows the entities of a collection in rows."
    case .detail: "Shows one entity in sections of cells."
    case .selection: "Lets a person choose among the entities of a collection."
    case .application: "Says what is shown first."
    case .tableCell: "A row with a text and a detail text."
    case .switchCell: "A row with a switch."
    case .textCell: "A row with a text field."
    case .dateCell: "A row with a date picker."
    case .multilineCell: "A row with a text of several lines."
    case .segmentCell: "A row with some choices beside each other."
    case .pickerCell: "A row with a choice among many."
    case .sliderCell: "A row with a slider."
    case .stepperCell: "A row with a number that goes up and down in steps."
    case .barButtonItem: "A button of a bar."
    }
  }

  private static func shared(_ properties: PropertySchema.Shared) -> DeclaredClass {
    let meaning =
      switch properties {
      case .controller: "What all controllers can be given."
      case .list: "What all lists can be given."
      case .cell: "What all cells can be given."
      case .editCell: "What all cells with a control can be given."
      }
    return DeclaredClass(name(properties), meaning, properties.rows.map(declaration))
  }

  private static func name(_ properties: PropertySchema.Shared) -> String {
    let name = properties.rawValue
    return "okit.\(name.prefix(1).uppercased())\(name.dropFirst())Properties"
  }

  private static func properties(_ kind: ComponentKind) -> DeclaredClass {
    var properties = DeclaredClass(
      propertiesName(kind), "What `okit.\(kind.rawValue)` can be given.", PropertySchema.own(kind).map(declaration))
    properties.parents = PropertySchema.shared(by: kind).map(name)
    return properties
  }

  private static func declaration(_ schema: PropertySchema) -> Declaration {
    let standard = schema.defaultText.map { " (default `\($0)`)" } ?? ""
    return Declaration("\(schema.name)?", type(schema.kind), schema.meaning + standard)
  }

  /// What a property takes, as annotations say it.
  private static func type(_ kind: PropertySchema.Kind) -> String {
    switch kind {
    case .value: "okit.Value"
    case .action: "okit.Action"
    case .multipart: "okit.Multipart"
    case .moreActions: "string|function|(string|okit.MoreAction)[]"
    case .text: "string"
    case .segue: "string|okit.Segue"
    case .cell: "okit.Component"
    case .barButtons: "okit.ModelBarButtonItem[]"
    case .sections: "okit.Section[]"
    }
  }

  // MARK: Classes

  static let component = DeclaredClass("okit.Component", "A cell or a bar button that a script has made.")

  /// The class of a kind of cell or button: it is called to make one.
  private static func componentClass(_ kind: ComponentKind) -> DeclaredClass {
    let properties = propertiesName(kind)
    let name = "okit.\(kind.rawValue)"
    let extend = Declaration(
      "extend", "(name: string, properties?: \(properties)): \(name)",
      "Defines a class below this one, whose properties it has too.")
    return DeclaredClass(
      name, meaning(kind), extends: "okit.Component", at: name, overloads: ["(properties: \(properties)): \(name)"],
      [extend])
  }

  static let section = DeclaredClass(
    "okit.Section", "A section of a detail.",
    PropertyReader.sectionFields.map { Declaration("\($0.name)?", type($0.kind), $0.meaning) }
      + [Declaration("cells?", "okit.Component[]", "its rows")])

  static let segue = DeclaredClass(
    "okit.Segue", "Where to go, and how.",
    [
      Declaration("to", "string", "the name of a controller"),
      Declaration("kind?", "okit.SegueKind", "`push` unless given"),
    ])

  static let moreAction = DeclaredClass(
    "okit.MoreAction", "An action of the sheet of More...",
    PropertyReader.actionFields.map { Declaration("\($0.name)?", type($0.kind), $0.meaning) })
}
