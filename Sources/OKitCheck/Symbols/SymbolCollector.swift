/// Collects the occurrences of symbols, and the places that may be some.
struct SymbolCollector {
  let definitions: ScriptDefinitions
  /// The scripts of the application, then those that belong to it.
  let scripts: [LuaScript]
  let ownFiles: Set<String>
  let storyboards: [StoryboardText]
  let types: ScriptTypes
  let strings: ScriptStrings
  let places: BindingPlaces
  let check: DefinitionCheck
  /// The names of properties and functions that scripts define.
  private(set) var names: Set<String> = []
  private(set) var occurrences: Set<Occurrence> = []
  private(set) var uncertain = UncertainPlaces()
  /// The strings whose meaning is known, by file and offset.
  private var claimed: [String: Set<Int>] = [:]
  /// The places of names whose class was not known in some context.
  private var unknown = UncertainPlaces()
  /// The last names of bindings that controls write: tests find cells by them.
  private(set) var edited: [String: Set<Symbol>] = [:]
  private(set) var tokens: Set<BindingToken> = []

  /// The fields of tables that scripts read, and those that tables give.
  var readFields: [ObjectIdentifier: Set<String>] = [:]
  var plainFields: [PlainField] = []

  /// A field of a table that is not an entity.
  struct PlainField {
    let table: ObjectIdentifier
    let name: LuaSyntax.Name
    let file: String
  }

  init(_ definitions: ScriptDefinitions, _ own: [LuaScript], _ related: RelatedScripts) {
    self.definitions = definitions
    scripts = own + related.scripts
    ownFiles = Set(own.map(\.file))
    storyboards = definitions.scripts.filter { $0.name.hasSuffix(".storyboard") }.map {
      StoryboardText(file: $0.name, text: $0.text)
    }
    types = ScriptTypes(scripts, ScriptInference(scripts, definitions))
    strings = ScriptStrings(scripts, types)
    places = BindingPlaces(scripts, storyboards, strings)
    check = DefinitionCheck(definitions.definition, definitions.evaluator)
  }

  var store: ModelStore { definitions.store }
  var evaluator: Evaluator { definitions.evaluator }

  mutating func collect() {
    names = definedNames
    collectBindings()
    for script in scripts { collect(in: script) }
    collectPlainFields()
    collectTexts()
    collectStoryboards()
    for script in scripts { collectRest(of: script) }
    let certain = Set(occurrences.map { UncertainKey(file: $0.file, start: $0.range.lower) })
    uncertain = unknown.filter { !certain.contains(UncertainKey(file: $0.file, start: $0.range.lower)) }
  }

  /// The texts whose parts have tokens.
  private var tokenized: Set<UncertainKey> = []

  private struct UncertainKey: Hashable {
    let file: String
    let start: Int
  }

  private var definedNames: Set<String> {
    var names: Set<String> = []
    for type in store.types.all where type.place != nil {
      names.formUnion(type.properties.map(\.name))
      names.formUnion(type.functionNames)
    }
    for key in types.functions.keys {
      if let name = key.split(separator: ".", maxSplits: 1).last { names.insert(String(name)) }
    }
    return names
  }

  // MARK: Adding

  mutating func add(
    _ symbol: Symbol, _ file: String, _ range: SourceRange, _ context: Occurrence.Context, isDefinition: Bool = false
  ) {
    let occurrence = Occurrence(symbol: symbol, file: file, range: range, context: context, isDefinition: isDefinition)
    if isDefinition {
      occurrences.remove(Occurrence(symbol: symbol, file: file, range: range, context: context))
    } else if occurrences.contains(
      Occurrence(symbol: symbol, file: file, range: range, context: context, isDefinition: true))
    {
      return
    }
    occurrences.insert(occurrence)
  }

  mutating func addUncertain(_ name: UncertainPlaces.Key, _ file: String, _ range: SourceRange, _ reason: String) {
    unknown.add(UncertainPlace(file: file, range: range, reason: reason), name)
  }

  mutating func claim(_ literal: LuaSyntax.StringLiteral, _ file: String) {
    claimed[file, default: []].insert(literal.range.lower)
  }

  func isClaimed(_ literal: LuaSyntax.StringLiteral, _ file: String) -> Bool {
    claimed[file]?.contains(literal.range.lower) == true
  }

  /// The contents of a string of a script.
  func contents(_ literal: LuaSyntax.StringLiteral) -> SourceRange {
    literal.sourceRange(of: SourceRange(0, literal.value.utf8.count))
  }

  // MARK: Bindings

  private mutating func collectBindings() {
    for reference in check.references {
      let found = places.places(of: reference)
      for place in found { claimed[place.file, default: []].insert(place.range.lower) }
      let symbols = reference.symbols
      if reference.isEdited { for symbol in symbols { edited[reference.name, default: []].insert(symbol) } }
      if found.isEmpty {
        addUnplaced(reference, symbols)
      } else {
        for place in found { add(reference, at: place) }
      }
    }
  }

  mutating func add(_ reference: BindingReference, at place: TextPlace) {
    let range = place.range(of: reference.range)
    add(token: reference, at: place, range)
    for symbol in reference.symbols {
      // A text that is only a name is not a binding.
      let context = place.context == .binding && symbol.kind.isWholeText ? .luaString : place.context
      add(symbol, place.file, range, context)
    }
    if reference.meanings.contains(.unknown) {
      addUncertain(.name(reference.name), place.file, range, "the class of the value before this name is not known")
    }
    if reference.readsAnyText { addUncertain(.anyText, place.file, range, "the data tell which text this looks up") }
  }

  private mutating func add(token reference: BindingReference, at place: TextPlace, _ range: SourceRange) {
    // In a storyboard, names are marked as everything else in it.
    guard place.context == .binding else { return }
    let isBuiltIn = reference.meanings.contains(.builtIn)
    // A name that okit has may be a property or a function; editors show both as what they are called like.
    let kind = reference.symbols.first.map { BindingToken.Kind($0.kind) } ?? (isBuiltIn ? .function : .unknown)
    tokens.insert(BindingToken(file: place.file, range: range, kind: kind, isBuiltIn: isBuiltIn))
    guard tokenized.insert(UncertainKey(file: place.file, start: place.range.lower)).inserted else { return }
    for (range, kind) in BindingParts.tokens(of: reference.text) {
      tokens.insert(
        BindingToken(
          file: place.file, range: place.range(of: range), kind: kind, isBuiltIn: kind == .collectionOperator))
    }
  }

  private mutating func addUnplaced(_ reference: BindingReference, _ symbols: [Symbol]) {
    guard let place = reference.origin.place, let script = scripts.first(where: { $0.file == place.file }) else {
      return
    }
    let start = script.lines.start(ofLine: place.line)
    let name = reference.name
    guard !symbols.isEmpty || reference.meanings.contains(.unknown) else { return }
    addUncertain(
      reference.symbols.contains { $0.kind.isText } ? .text(name) : .name(name), place.file, SourceRange(start, start),
      "\(reference.origin.label) is put together at run time: \"\(reference.text)\"")
  }
}

extension BindingReference {
  /// The symbols that the name may be.
  var symbols: [Symbol] {
    meanings.compactMap { meaning -> Symbol? in
      switch meaning {
      case .property(let owner): Symbol(.property, owner: owner, name: name)
      case .function(let owner): Symbol(.function, owner: owner, name: name)
      case .controllerFunction(let owner): Symbol(.controllerFunction, owner: owner, name: name)
      case .model: Symbol(.model, name: name)
      case .localizedText: Symbol(.localizedText, name: name)
      case .controller: Symbol(.controller, name: name)
      case .entityClass: Symbol(.entityClass, name: name)
      case .builtIn, .unknown: nil
      }
    }
  }
}

extension Symbol.Kind {
  /// Whether a text that names it is nothing but its name.
  var isWholeText: Bool { self == .controller || self == .entityClass }

  /// Whether its name is a text, and no name of Lua or of a path.
  var isText: Bool { self == .localizedText || isWholeText }
}
