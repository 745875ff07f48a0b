/// Something that an application defines and that bindings, scripts, storyboards or texts name.
package struct Symbol: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A property of a class of entities.
    case property
    /// A function of a class, or an extension function of a type.
    case function
    /// A function of a controller.
    case controllerFunction = "function of the controller"
    case controller
    case model
    case entityClass = "class"
    /// A class of cells, buttons or views that a script extends.
    case componentClass = "component class"
    case localizedText = "localized text"
  }

  package var kind: Kind
  /// The topmost class that declares it; nil for what has a name of its own.
  package var owner: String?
  package var name: String

  package init(_ kind: Kind, owner: String? = nil, name: String) {
    (self.kind, self.owner, self.name) = (kind, owner, name)
  }

  /// As messages name it: `Film.title`.
  package var description: String { owner.map { "\($0).\(name)" } ?? name }
}

/// A place where a file names a symbol.
package struct Occurrence: Hashable, Sendable {
  package enum Context: Sendable {
    /// A name in Lua.
    case luaName
    /// A string of a script that is a name.
    case luaString
    /// A name inside of a binding in a string of a script.
    case binding
    /// An attribute of a storyboard.
    case storyboard
    /// A key of a file of localized texts.
    case texts
  }

  package var symbol: Symbol
  package var file: String
  /// The UTF-8 offsets of the name.
  package var range: SourceRange
  package var context: Context
  package var isDefinition = false
}

/// A place that may name a symbol, which the syntax does not tell.
package struct UncertainPlace: Hashable, Sendable {
  package var file: String
  package var range: SourceRange
  /// Why it is not certain: a phrase.
  package var reason: String
}

/// The places that may name something, by what that is.
struct UncertainPlaces {
  enum Key: Hashable {
    /// A property or a function.
    case name(String)
    /// A controller or the key of a localized text.
    case text(String)
    case anyName, anyController, anyText
  }

  private var places: [Key: Set<UncertainPlace>] = [:]

  mutating func add(_ place: UncertainPlace, _ key: Key) { places[key, default: []].insert(place) }

  /// The places of a key, in the order of files.
  subscript(key: Key) -> [UncertainPlace] {
    (places[key] ?? []).sorted { ($0.file, $0.range.lower) < ($1.file, $1.range.lower) }
  }

  func filter(_ isUncertain: (UncertainPlace) -> Bool) -> UncertainPlaces {
    var filtered = UncertainPlaces()
    filtered.places = places.compactMapValues { places in
      let rest = places.filter(isUncertain)
      return rest.isEmpty ? nil : rest
    }
    return filtered
  }
}
