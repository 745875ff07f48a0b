/// What a rename has to know besides the occurrences.
struct SymbolFacts {
  /// The names that entities of a class have, with those of classes below it and of lists of them, by class.
  private(set) var names: [String: Set<String>] = [:]
  /// The properties that documents have, by the topmost class that declares them.
  private(set) var stored: Set<Symbol> = []
  private(set) var controllers: Set<String> = []
  /// The controllers that okit opens by their names.
  private(set) var openedByName: Set<String> = []
  private(set) var texts: Set<String> = []
  /// The keys that okit looks up itself: its own texts, and those of classes, properties and values.
  private(set) var impliedTexts: [String: String] = [:]
  /// The contents of all files with occurrences.
  private(set) var contents: [String: [UInt8]] = [:]
  private(set) var lines: [String: LineIndex] = [:]
  let ignored: IgnoreComments
  /// The scripts that cannot be parsed.
  let unreadable: [ScriptDefinitions.File]

  init(
    _ definitions: ScriptDefinitions, _ localized: [DefinitionCheck.LocalizedText], _ scripts: [LuaScript],
    _ storyboards: [StoryboardText], unreadable: [ScriptDefinitions.File]
  ) {
    self.unreadable = unreadable
    ignored = IgnoreComments(scripts, definitions.texts.map(\.file))
    readClasses(definitions)
    controllers = Set(definitions.definition.classes.keys)
    openedByName = definitions.definition.namesOpenedByOKit
    readTexts(definitions, localized)
    let files =
      scripts.map { ($0.file, $0.text) } + storyboards.map { ($0.file, $0.text) }
      + definitions.texts.map { ($0.file.name, $0.file.text) }
    for (file, text) in files {
      contents[file] = Array(text.utf8)
      lines[file] = LineIndex(text)
    }
  }

  private mutating func readClasses(_ definitions: ScriptDefinitions) {
    let (store, evaluator) = (definitions.store, definitions.evaluator)
    let declared = Declarations.sections.flatMap(\.classes).filter {
      ["okit.Entity", "okit.Reference"].contains($0.name)
    }
    let common = Set(declared.flatMap(\.memberNames) + evaluator.functions.names(types: ["List"]))
    for type in store.types.all {
      let all = store.types.subtypes(of: type) + [type]
      names[type.name] = all.reduce(into: common) { $0.formUnion(evaluator.resolver.names(on: $1)) }
      for property in type.properties where property.computed == nil && !property.isTransient {
        var owner = type
        while let above = owner.superType, above.property(named: property.name) != nil { owner = above }
        stored.insert(Symbol(.property, owner: owner.name, name: property.name))
      }
    }
    for type in FunctionRegistry.coreTypes {
      names[type] = Set(evaluator.functions.names(types: [type, "Any"]))
    }
    for controller in definitions.definition.classes.values {
      names[controller.name, default: []].formUnion(controller.descriptor.functionNames)
    }
  }

  private mutating func readTexts(_ definitions: ScriptDefinitions, _ localized: [DefinitionCheck.LocalizedText]) {
    for (_, file) in definitions.texts {
      // A file that cannot be read has ended the script.
      texts.formUnion(((try? StringsFile.keys(file.text, file: file.name)) ?? []).map(\.name))
    }
    for text in localized where !text.isWritten {
      for key in text.keys { impliedTexts[key] = "okit looks it up for \(text.origin.label)" }
    }
    for key in StandardTexts.tables.values.flatMap(\.keys) { impliedTexts[key] = "it replaces a text of okit" }
    for type in definitions.store.types.all {
      impliedTexts[type.name] = "it is the text of the class \(type.name)"
      for property in type.properties {
        if case .enumeration(let cases) = (property.type.element ?? property.type).unwrapped {
          for value in cases { impliedTexts[value] = "it is the text of a value of \(type.name).\(property.name)" }
        }
      }
    }
  }
}
