/// The extension functions by the type that they extend.
package final class FunctionRegistry {
  package enum Implementation: Sendable {
    case builtIn(BuiltInFunction)
    case list(ListFunction)
    case host(FunctionRef)
  }

  /// The core types that can be extended, besides the entity types.
  package static let coreTypes = [
    "Any", "Bool", "Number", "String", "Date", "Day", "Data", "Color", "Image", "List", "Entity",
  ]

  private var tables = builtIn
  /// Increased by each registration, so that compiled bindings resolve their names again.
  @exclusivity(unchecked) package private(set) var epoch = 0

  /// What all applications have.
  private static let builtIn: [String: [String: Implementation]] = {
    var tables = BuiltInFunctions.table.mapValues { $0.mapValues(Implementation.builtIn) }
    for function in ListFunction.allCases { tables["List", default: [:]][function.rawValue] = .list(function) }
    return tables
  }()

  /// The types and names of the functions of the host, in the order of their registration.
  package private(set) var registered: [String] = []

  /// Adds a function to a type; one of the same name is replaced.
  package func register(_ name: String, on type: String, _ function: FunctionRef) {
    registered += [type, name]
    tables[type, default: [:]][name] = .host(function)
    epoch += 1
    recent = []
  }

  /// Returns the function of the first of `types` that has it. Pass the most specific type first.
  package func lookup(_ name: String, types: some Sequence<String>) -> Implementation? {
    for type in types { if let found = tables[type]?[name] { return found } }
    return nil
  }

  /// Returns the function of values of a core type, else that of any value. Names and types come again as the same
  /// strings, which their two words tell. O(1).
  func lookup(_ name: String, onValuesOf type: String) -> Implementation? {
    let words = (unsafeBitCast(name, to: Words.self), unsafeBitCast(type, to: Words.self))
    let mixed = (words.0.0 ^ (words.0.1 >> 4) ^ (words.1.0 >> 8) ^ words.1.1) &* 0x9e37_79b9_7f4a_7c15
    let place = Int(truncatingIfNeeded: mixed >> 60)
    if !recent.isEmpty, let known = recent[place], known.words.name == words.0, known.words.type == words.1 {
      return known.found
    }
    if recent.isEmpty { recent = Array(repeating: nil, count: 16) }
    let found = lookup(name, types: [type, "Any"])
    recent[place] = Recent(words, (name, type), found)
    return found
  }

  private typealias Words = (UInt, UInt)

  /// A function that was looked up last. It keeps its strings, so that their words belong to no other ones.
  private final class Recent {
    let words: (name: Words, type: Words)
    let strings: (name: String, type: String)
    let found: Implementation?

    init(_ words: (Words, Words), _ strings: (String, String), _ found: Implementation?) {
      (self.words, self.strings, self.found) = (words, strings, found)
    }
  }

  /// Empty until one is looked up.
  @exclusivity(unchecked) private var recent: [Recent?] = []

  /// Returns all names of functions of these types, for hints and checks.
  package func names(types: some Sequence<String>) -> [String] {
    types.flatMap { tables[$0].map { Array($0.keys) } ?? [] }.sorted()
  }
}
