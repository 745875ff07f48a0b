/// A controller, cell, button or view of a storyboard in terms of okit: what a script would write as a class and a
/// table.
package struct StoryboardComponent: Sendable {
  /// The class that it extends, or is an instance of.
  package var className: String
  /// The place of its element.
  package var place: Diagnostic.Place
  /// Its properties, in the order in which a person would write them.
  package var properties = StoryboardProperties()

  init(_ className: String, at place: Diagnostic.Place) {
    (self.className, self.place) = (className, place)
  }
}

/// A controller of a storyboard.
package struct StoryboardController: Sendable {
  /// The storyboard identifier, the name that a script has given, or else the id.
  package var name: String
  /// What Interface Builder calls the scene.
  package var label: String?
  package var component: StoryboardComponent
}

/// A value of a property.
package indirect enum StoryboardValue: Sendable {
  /// A binding, or a plain text.
  case text(String)
  case bool(Bool)
  case number(Double)
  case segue(to: String, isPresented: Bool)
  case component(StoryboardComponent)
  case components([StoryboardComponent])
  /// Tables, such as those of sections.
  case records([StoryboardProperties])
}

extension StoryboardValue {
  fileprivate func removing(attributesIn lines: Set<Int>) -> StoryboardValue {
    func rest(_ component: StoryboardComponent) -> StoryboardComponent {
      var component = component
      component.properties = component.properties.removing(attributesIn: lines)
      return component
    }
    switch self {
    case .component(let component): return .component(rest(component))
    case .components(let components):
      return .components(components.filter { !lines.contains($0.place.line) }.map(rest))
    case .records(let records): return .records(records.map { $0.removing(attributesIn: lines) })
    case .text, .bool, .number, .segue: return self
    }
  }
}

/// Properties in order, each with its place.
package struct StoryboardProperties: Sendable {
  package struct Property: Sendable {
    package var name: String
    package var value: StoryboardValue
    package var place: Diagnostic.Place
  }

  package private(set) var all: [Property] = []

  /// All properties, each followed by those of the components and records in it.
  package var nested: [Property] {
    all.flatMap { property in
      switch property.value {
      case .component(let part): [property] + part.properties.nested
      case .components(let parts): [property] + parts.flatMap(\.properties.nested)
      case .records(let records): [property] + records.flatMap(\.nested)
      default: [property]
      }
    }
  }

  package subscript(name: String) -> StoryboardValue? { all.first { $0.name == name }?.value }

  /// Returns the properties without those with some names.
  package func without(_ names: Set<String>) -> StoryboardProperties {
    var rest = self
    rest.all.removeAll { names.contains($0.name) }
    return rest
  }

  /// Returns the properties without those that attributes in some lines give, also in their parts.
  func removing(attributesIn lines: Set<Int>) -> StoryboardProperties {
    var rest = self
    rest.all = all.filter { !lines.contains($0.place.line) }.map { property in
      var property = property
      property.value = property.value.removing(attributesIn: lines)
      return property
    }
    return rest
  }

  func has(_ name: String) -> Bool { all.contains { $0.name == name } }

  /// Gives a property a value; a value that it has already is replaced.
  mutating func set(_ name: String, _ value: StoryboardValue, at place: Diagnostic.Place) {
    let property = Property(name: name, value: value, place: place)
    if let index = all.firstIndex(where: { $0.name == name }) { all[index] = property } else { all.append(property) }
  }

  mutating func remove(_ name: String) -> Property? {
    all.firstIndex { $0.name == name }.map { all.remove(at: $0) }
  }
}
