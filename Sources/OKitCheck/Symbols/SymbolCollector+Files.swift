/// The occurrences in the files of texts and in storyboards, and the strings of which nothing is known.
extension SymbolCollector {
  mutating func collectTexts() {
    for (_, file) in definitions.texts {
      // A file that cannot be read has ended the script.
      guard let keys = try? StringsFile.keys(file.text, file: file.name) else { continue }
      let bytes = Array(file.text.utf8)
      for key in keys {
        let isQuoted = key.range.upper - key.range.lower >= 2 && bytes[key.range.lower] == UInt8(ascii: "\"")
        let range = isQuoted ? SourceRange(key.range.lower + 1, key.range.upper - 1) : key.range
        add(Symbol(.localizedText, name: key.name), file.name, range, .texts, isDefinition: true)
      }
    }
  }

  mutating func collectStoryboards() {
    for storyboard in storyboards {
      for (name, range) in storyboard.values(ofAttribute: "storyboardIdentifier")
      where definitions.definition.content(named: name) != nil {
        add(Symbol(.controller, name: name), storyboard.file, range, .storyboard, isDefinition: true)
      }
    }
  }

  /// The strings that may be names or bindings, but whose use is not known.
  mutating func collectRest(of script: LuaScript) {
    let ignored = literalsOfKnownUse(in: script)
    let isOwn = ownFiles.contains(script.file)
    let contents = definitions.definition
    for literal in script.strings where !isClaimed(literal, script.file) && !ignored.contains(literal.range.lower) {
      let reason = "the use of this text is not known"
      for reference in BindingNames.names(in: literal.value) where names.contains(reference.name) {
        addUncertain(.name(reference.name), script.file, literal.sourceRange(of: reference.range), reason)
      }
      for key in BindingNames.keys(in: literal.value) {
        addUncertain(.text(key.name), script.file, literal.sourceRange(of: key.range), reason)
      }
      if contents.content(named: literal.value) != nil || (isOwn && isText(literal.value)) {
        addUncertain(.text(literal.value), script.file, self.contents(literal), reason)
      }
    }
  }

  private func isText(_ name: String) -> Bool {
    occurrences.contains { $0.symbol.kind == .localizedText && $0.symbol.name == name }
  }

  /// The strings that functions of okit receive, which are texts or options.
  private func literalsOfKnownUse(in script: LuaScript) -> Set<Int> {
    var found: Set<Int> = []
    func add(_ expression: LuaSyntax.Expression) {
      if let literal = expression.literal { found.insert(literal.range.lower) }
      for entry in expression.table?.entries ?? [] {
        if case .value(let key)? = entry.key { add(key) }
        add(entry.value)
      }
    }
    LuaSyntax.walk(script.block) { expression in
      // The values of entities.
      if let table = expression.table, types.records[ObjectIdentifier(table)] != nil {
        for entry in table.entries { add(entry.value) }
      }
    }
    for call in script.calls {
      switch call.name?.text {
      case "require", "describe", "it", "expect", "error", "print", "format":
        for argument in call.arguments { add(argument) }
      case let name? where ScriptTypes.isMatcher(name): for argument in call.arguments { add(argument) }
      default: break
      }
      if let method = call.method {
        switch types.type(of: call.callee) {
        case .object, .scalar: for argument in call.arguments where method.text != "extend" { add(argument) }
        default: break
        }
      } else if case .field(let owner, _) = call.callee, case .object = types.type(of: owner) {
        for argument in call.arguments { add(argument) }
      }
      if let component = component(of: call) {
        for case .tables(let tables) in call.arguments.map(types.type) {
          for table in tables { addPlain(table, component.table, to: &found) }
        }
      }
    }
    return found
  }

  private func component(of call: LuaSyntax.Call) -> ComponentDescriptor? {
    if let method = call.method {
      guard method.text == "extend", case .component(let name) = types.type(of: call.callee) else { return nil }
      return definitions.definition.classes[name]?.descriptor
    }
    guard case .component(let name) = types.type(of: call.callee) else { return nil }
    return definitions.definition.classes[name]?.descriptor
  }

  /// The properties of a component that are plain texts.
  private func addPlain(_ table: LuaSyntax.Table, _ properties: SchemaTable, to found: inout Set<Int>) {
    for entry in table.entries {
      guard let name = entry.name?.text, let schema = properties[name] else { continue }
      if let literal = entry.value.literal, schema.isPlainText { found.insert(literal.range.lower) }
      guard schema.kind == .tabs else { continue }
      for tab in entry.value.table?.entries.compactMap(\.value.table) ?? [] {
        for entry in tab.entries where entry.name?.text != "root" && entry.name?.text.hasSuffix("Path") != true {
          if let literal = entry.value.literal { found.insert(literal.range.lower) }
        }
      }
    }
  }
}

/// The names in a text that may be a binding.
enum BindingNames {
  /// The keys of localized texts, with their signs.
  static func keys(in text: String) -> [(name: String, range: SourceRange)] {
    guard text.utf8.count < 500, text.utf8.contains(UInt8(ascii: "%")) else { return [] }
    // Most texts are not bindings.
    guard let binding = try? Binding.parse(text) else { return [] }
    return DefinitionCheck.keys(in: binding.parts).map { ($0.0, $0.1) }
  }

  static func names(in text: String) -> [(name: String, range: SourceRange)] {
    guard text.utf8.count < 500, !text.contains("\n") else { return [] }
    // Most texts are not bindings.
    guard let binding = try? Binding.parse(text) else { return [] }
    return binding.parts.flatMap { names(in: $0) }
  }

  static func names(in part: Binding.Part) -> [(name: String, range: SourceRange)] {
    switch part.kind {
    case .constant, .localized: []
    case .path(let path): path.segments.flatMap { names(in: $0) }
    case .formula(let formula):
      formula.nodes.flatMap { node -> [(name: String, range: SourceRange)] in
        switch node.kind {
        case .path(let steps): steps.compactMap(name)
        case .binding(let parts): parts.flatMap { names(in: $0) }
        case .call(let name): [(name, node.range)]
        default: []
        }
      }
    }
  }

  private static func names(in segment: Binding.Segment) -> [(name: String, range: SourceRange)] {
    switch segment.kind {
    case .current, .parent, .root: []
    case .reference(let steps): steps.compactMap(name)
    case .keyPath(let steps, let arguments, _): steps.compactMap(name) + (arguments ?? []).flatMap { names(in: $0) }
    }
  }

  private static func name(of step: Binding.KeyPathStep) -> (name: String, range: SourceRange)? {
    if case .name(let name) = step.kind { (name, step.range) } else { nil }
  }
}

extension PropertySchema {
  /// Whether its values are neither bindings nor names of a script.
  fileprivate var isPlainText: Bool {
    switch kind {
    case .text, .choice: true
    default: false
    }
  }
}
