/// Checks what a script gives for the properties of a controller, cell or control, and makes `PropertyValue`s of it.
public struct PropertyReader {
  /// JSONValue data with functions and components, as a host hands it over.
  public indirect enum Input {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case function(FunctionRef)
    case component(Component)
    case list([Input])
    case record([String: Input])

    var typeName: String {
      switch self {
      case .null: "nil"
      case .bool: "a boolean"
      case .int, .double: "a number"
      case .string: "a text"
      case .function: "a function"
      case .component(let component): "a \(component.componentClass.name)"
      case .list: "a list"
      case .record: "a table"
      }
    }
  }

  /// The fields of an action of the sheet of More...
  public static let actionFields: [PropertySchema] = [
    .init("name", "its title"), .init("enabled", "whether it is shown"), .init("tap", .action, "what it does"),
  ]

  /// The fields of a section, besides its cells.
  public static let sectionFields: [PropertySchema] = [
    .init("header", "the text above it"), .init("footer", "the text below it"),
    .init("showDisplay", default: "#true", "whether it is shown"),
    .init("showEdit", default: "#true", "whether it is shown in edit mode"),
  ]

  private static let segueFields: [PropertySchema] = [
    .init("to", .text, "the name of a controller"), .init("kind", .text, "`push` or `present`"),
  ]

  private let evaluator: Evaluator
  private let kind: ComponentKind
  private let owner: String

  /// - Parameter owner: the class as messages name it.
  public init(_ evaluator: Evaluator, kind: ComponentKind, owner: String) {
    (self.evaluator, self.kind, self.owner) = (evaluator, kind, owner)
  }

  /// - Throws: `controller.unknownProperty` with the nearest name, `controller.property`, `binding.syntax`.
  public func read(_ values: [String: Input]) throws -> [String: PropertyValue] {
    let table = PropertySchema.table(of: kind)
    var result: [String: PropertyValue] = [:]
    for (name, input) in values.sorted(by: { $0.key < $1.key }) {
      guard let schema = table[name] else {
        throw Diagnostic(
          "controller.unknownProperty", "\(owner) has no property \"\(name)\"",
          hint: NearestName.hint(for: name, in: table.keys)
        ).about(name)
      }
      if case .null = input { continue }
      result[name] = try read(input, schema.kind, name)
    }
    return result
  }

  private func read(_ input: Input, _ kind: PropertySchema.Kind, _ name: String) throws -> PropertyValue {
    switch (kind, input) {
    case (.value, .string), (.value, .bool), (.value, .int), (.value, .double), (.value, .function),
      (.action, .string), (.action, .function):
      return try scalar(input, name)
    case (.multipart, .list(let items)):
      return .list(try items.enumerated().map { try scalar($1, "\(name)[\($0 + 1)]") })
    case (.multipart, _), (.moreActions, .string), (.moreActions, .function): return try scalar(input, name)
    case (.moreActions, .list(let items)):
      return .list(
        try items.enumerated().map { index, item in
          guard case .record(let members) = item else { return try scalar(item, "\(name)[\(index + 1)]") }
          return .record(try record(members, Self.actionFields, "\(name)[\(index + 1)]"))
        })
    case (.text, .string(let text)): return .text(text)
    case (.segue, .string(let text)): return .text(text)
    case (.segue, .record(let members)):
      let segue = try record(members, Self.segueFields, name)
      guard segue["to"] != nil else { throw wrong(name, "a segue needs \"to\"") }
      if case .text(let kind)? = segue["kind"], Segue.Kind(rawValue: kind) == nil {
        throw Diagnostic(
          "controller.property", "\(owner).\(name).kind is \"push\" or \"present\", not \"\(kind)\"",
          hint: NearestName.hint(for: kind, in: Segue.Kind.allCases.map(\.rawValue)))
      }
      return .record(segue)
    case (.cell, .component(let component)) where component.kind.isCell: return .component(component)
    case (.barButtons, .list(let items)):
      return .list(
        try items.enumerated().map { index, item in
          guard case .component(let component) = item, component.kind == .barButtonItem else {
            throw wrong("\(name)[\(index + 1)]", "needs an okit.ModelBarButtonItem, got \(item.typeName)")
          }
          return .component(component)
        })
    case (.sections, .list(let items)):
      return .list(try items.enumerated().map { .record(try section($1, "\(name)[\($0 + 1)]")) })
    default: throw wrong(name, "needs \(Self.expectation(kind)), got \(input.typeName)")
    }
  }

  private func section(_ input: Input, _ name: String) throws -> [String: PropertyValue] {
    guard case .record(var members) = input else { throw wrong(name, "needs a table, got \(input.typeName)") }
    let cells = members.removeValue(forKey: "cells")
    var section = try record(members, Self.sectionFields, name, also: ["cells"])
    switch cells {
    case nil, .null: section["cells"] = .list([])
    case .list(let items):
      section["cells"] = .list(
        try items.enumerated().map { index, item in
          guard case .component(let component) = item, component.kind.isCell else {
            throw wrong("\(name).cells[\(index + 1)]", "needs a cell such as okit.ModelTextCell, got \(item.typeName)")
          }
          return .component(component)
        })
    // An empty table of a script is a record without members.
    case .record(let members) where members.isEmpty: section["cells"] = .list([])
    case .some(let other): throw wrong("\(name).cells", "needs a list of cells, got \(other.typeName)")
    }
    return section
  }

  private func record(
    _ members: [String: Input], _ fields: [PropertySchema], _ name: String, also: [String] = []
  ) throws -> [String: PropertyValue] {
    var result: [String: PropertyValue] = [:]
    for (key, input) in members.sorted(by: { $0.key < $1.key }) {
      guard let kind = fields.first(where: { $0.name == key })?.kind else {
        throw Diagnostic(
          "controller.unknownProperty", "\(owner).\(name) has no field \"\(key)\"",
          hint: NearestName.hint(for: key, in: fields.map(\.name) + also)
        ).about(key)
      }
      if case .null = input { continue }
      result[key] = try read(input, kind, "\(name).\(key)")
    }
    return result
  }

  private func scalar(_ input: Input, _ name: String) throws -> PropertyValue {
    switch input {
    case .string(let text): return .binding(try program(text, name))
    case .bool(let bool): return .binding(try program("#\(bool)", name))
    case .int(let int): return .binding(try program("#\(int)", name))
    case .double(let double): return .binding(try program("#\(NumberText.text(of: double))", name))
    case .function(let function): return .function(function)
    case .null, .component, .list, .record:
      throw wrong(name, "needs a binding text or a function, got \(input.typeName)")
    }
  }

  private func program(_ text: String, _ name: String) throws -> BindingProgram {
    do { return try evaluator.program(text) } catch var diagnostic as Diagnostic {
      if let excerpt = diagnostic.excerpt {
        diagnostic.excerpt?.source = SourceText(name: name, text: excerpt.source.text)
      }
      throw diagnostic
    }
  }

  private func wrong(_ name: String, _ message: String) -> Diagnostic {
    Diagnostic("controller.property", "\(owner).\(name) \(message)")
  }

  private static func expectation(_ kind: PropertySchema.Kind) -> String {
    switch kind {
    case .value: "a binding text, a number, a boolean or a function"
    case .action: "a binding text or a function"
    case .multipart: "a binding text or a list of them"
    case .moreActions: "a binding text, a function or a list of actions"
    case .text: "a text"
    case .segue: "the name of a controller or { to =, kind = }"
    case .cell: "a cell such as okit.ModelTableCell"
    case .barButtons: "a list of okit.ModelBarButtonItem"
    case .sections: "a list of sections { header =, footer =, cells = }"
    }
  }
}
