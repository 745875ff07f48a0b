/// The tables that controllers, cells and bar buttons are defined with, as scripts see them.
enum ComponentTypes {
  static let all =
    withAncestors.map(properties) + ComponentDescriptor.all.filter { !$0.isController }.map(componentClass)
    + [component, section, tab, column, segue, moreAction, callout]

  /// The classes and those above them that scripts do not see, each after its superclass.
  static let withAncestors: [ComponentDescriptor] = {
    var found: [ComponentDescriptor] = []
    func add(_ descriptor: ComponentDescriptor) {
      guard !found.contains(where: { $0 === descriptor }) else { return }
      if let superclass = descriptor.superclass { add(superclass) }
      found.append(descriptor)
    }
    ComponentDescriptor.all.forEach(add)
    return found
  }()

  static let aliases = [
    DeclaredAlias(
      "okit.Value", "string|number|boolean|fun(context: any, controller: okit.Controller): any",
      "A binding, a constant, or a function that returns the value."),
    DeclaredAlias(
      "okit.Action", "string|fun(context: any, controller: okit.Controller, ...: any)",
      "A binding that is called for its effect, or a function."),
    DeclaredAlias(
      "okit.Multipart", "okit.Value|(string|number|boolean|fun(context: any, controller: okit.Controller): any)[]",
      "A binding with several parts, or a list."),
    DeclaredAlias("okit.BarItem", "okit.ModelBarButtonItem|okit.ModelView", "A bar button, or a view in a bar."),
    DeclaredAlias(
      "okit.SegueKind", DeclaredType.choice(Segue.Kind.allCases.map(\.rawValue)), "How a segue opens a controller."),
  ]

  static func propertiesName(_ descriptor: ComponentDescriptor) -> String { "okit.\(descriptor.name).Properties" }

  private static func properties(_ descriptor: ComponentDescriptor) -> DeclaredClass {
    var properties = DeclaredClass(
      propertiesName(descriptor), "The properties of `okit.\(descriptor.name)`.",
      descriptor.ownProperties.map(declaration))
    properties.parents = descriptor.superclass.map { [propertiesName($0)] } ?? []
    return properties
  }

  private static func declaration(_ schema: PropertySchema) -> Declaration {
    // Any and String add nothing to the meaning.
    let type = schema.result.flatMap { $0 == .any || $0 == .string ? nil : $0.rawValue }
    let standard = schema.defaultText.map { "default `\($0)`" }
    let notes = [type, standard].compactMap(\.self).joined(separator: ", ")
    return Declaration(
      "\(schema.name)?", Self.type(schema.kind), schema.meaning + (notes.isEmpty ? "" : " (\(notes))"))
  }

  /// The type of the values of a property, as written in annotations.
  private static func type(_ kind: PropertySchema.Kind) -> String {
    switch kind {
    case .value: "okit.Value"
    case .action: "okit.Action"
    case .formula: "string|boolean|function"
    case .multipart: "okit.Multipart"
    case .moreActions: "string|function|(string|okit.MoreAction)[]"
    case .text, .entityType: "string"
    case .choice(let names): DeclaredType.choice(names)
    case .segue: "string|okit.Segue"
    case .cell: "okit.Component"
    case .barButtons: "okit.BarItem[]"
    case .view: "okit.ModelView"
    case .views: "okit.ModelView[]"
    case .helpView: "okit.ModelHelpView"
    case .callouts: "string|function|okit.Callout[]"
    case .sections: "okit.Section[]"
    case .tabs: "okit.Tab[]"
    case .columns: "okit.Column[]"
    }
  }

  // MARK: Classes

  static let component = DeclaredClass("okit.Component", "A cell, a bar button or a view created by a script.")

  /// The class of a kind of cell or button: it is called to make one.
  private static func componentClass(_ descriptor: ComponentDescriptor) -> DeclaredClass {
    let properties = propertiesName(descriptor)
    let name = "okit.\(descriptor.name)"
    let extend = Declaration(
      "extend", "<T>(name: components.`T`, properties?: \(properties)): \(name)|T",
      "Defines a subclass, which inherits the properties of this class.")
    // A label is a view too where a property takes one, and a menu button a bar button.
    let superclass = descriptor.superclass.map { "okit.\($0.name)" }
    return DeclaredClass(
      name, descriptor.meaning, extends: descriptor.isCell ? "okit.Component" : superclass ?? "okit.Component",
      at: name,
      overloads: descriptor.isAbstract ? [] : ["(properties: \(properties)): \(name)"],
      [extend] + descriptor.functions.map(Declaration.init))
  }

  static let section = DeclaredClass(
    "okit.Section", "A section of a detail: with cells, or with the rows of a collection.",
    SectionDefinition.fields.schemas.map { Declaration("\($0.name)?", type($0.kind), $0.meaning) }
      + [Declaration("cells?", "okit.Component[]", "its rows")]
      + SectionDefinition.rowFields.map { Declaration("\($0.name)?", type($0.kind), $0.meaning) })

  static let tab = DeclaredClass(
    "okit.Tab", "A tab of a tab bar.", ComponentDescriptor.tab.ownProperties.map(declaration))

  static let column = DeclaredClass(
    "okit.Column", "A column of a grid.", ComponentDescriptor.column.ownProperties.map(declaration))

  static let segue = DeclaredClass(
    "okit.Segue", "The controller that a segue opens, and how.",
    [
      Declaration("to", "string", "the name of a controller"),
      Declaration("kind?", "okit.SegueKind", "default `push`"),
    ])

  static let moreAction = DeclaredClass(
    "okit.MoreAction", "An action of the sheet of More...",
    MoreActionDefinition.fields.schemas.map { Declaration("\($0.name)?", type($0.kind), $0.meaning) })

  static let callout = DeclaredClass(
    "okit.Callout", "An explanation of an element, on the help of a screen.",
    CalloutDefinition.fields.schemas.map { Declaration("\($0.name)?", type($0.kind), $0.meaning) })
}
