extension PropertyReader {
  /// Untyped data with functions and components, as a host passes it.
  package indirect enum Input {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case function(FunctionRef)
    case component(Component)
    /// A class, which is not one of its instances.
    case type(String)
    case list([Input])
    case record([String: Input])

    /// The input for a scalar; nil for another value.
    package init?(_ scalar: Value) {
      switch scalar {
      case .null: self = .null
      case .bool(let bool): self = .bool(bool)
      case .int(let int): self = .int(int)
      case .double(let double): self = .double(double)
      case .string(let text): self = .string(text)
      default: return nil
      }
    }

    var typeName: String {
      switch self {
      case .null: "nil"
      case .bool: "a boolean"
      case .int, .double: "a number"
      case .string: "a string"
      case .function: "a function"
      case .component(let component): "a \(component.componentClass.name)"
      case .type(let name): "class \(name)"
      case .list: "a list"
      case .record: "a table"
      }
    }
  }
}

extension PropertyReader.Input {
  var isGiven: Bool { if case .null = self { false } else { true } }

  /// The binding for a text that is a value as it is: a constant, unless it begins with `=`.
  var literal: PropertyReader.Input {
    guard case .string(let text) = self, !text.hasPrefix("=") else { return self }
    // Signs of the binding language, and blanks, which it removes at the ends of a part.
    return .string(
      "#" + text.unicodeScalars.escaped { "\\,()".unicodeScalars.contains($0) || $0.properties.isWhitespace })
  }
}

extension PropertySchema.Kind {
  /// The kind of values that a property accepts, for messages.
  var expectation: String {
    switch self {
    case .value: "a binding, a number, a boolean or a function"
    case .action: "a binding or a function"
    case .formula: "a formula or a function"
    case .multipart: "a binding or a list of them"
    case .moreActions: "a binding, a function or a list of actions"
    case .text, .entityType: "a string"
    case .choice(let names): "one of \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .segue: "the name of a controller or { to =, kind = }"
    case .cell: "a cell such as okit.ModelTableCell"
    case .barButtons: "a list of okit.ModelBarButtonItem"
    case .view: "a view such as okit.ModelLabel"
    case .views: "a list of views such as okit.ModelLabel"
    case .helpView: "an okit.ModelHelpView"
    case .callouts: "a list of callouts { target =, text = }, a binding or a function"
    case .sections: "a list of sections { header =, footer =, cells = } or { header =, dataPath =, cell = }"
    case .columns: "a list of columns { title =, cell =, sort = }"
    case .tabs: "a list of tabs { title =, image =, root = }"
    }
  }
}
