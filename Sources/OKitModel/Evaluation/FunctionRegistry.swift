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
  }

  /// Returns the function of the first of `types` that has it. Pass the most specific type first.
  package func lookup(_ name: String, types: some Sequence<String>) -> Implementation? {
    for type in types { if let found = tables[type]?[name] { return found } }
    return nil
  }

  /// Returns all names of functions of these types, for hints and checks.
  package func names(types: some Sequence<String>) -> [String] {
    types.flatMap { tables[$0].map { Array($0.keys) } ?? [] }.sorted()
  }
}
