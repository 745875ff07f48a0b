/// A name that has a meaning at a place in a binding.
package struct BindingName {
  package enum Kind: Sendable {
    case property, computed
    /// What every entity or reference has.
    case builtInProperty
    /// A function of a class, which a script defines.
    case function
    /// An extension function of a script.
    case extensionFunction
    case builtInFunction
  }

  package let name: String
  package let kind: Kind
  /// The class or core type that declares it.
  package let owner: String
  /// The type of its value; nil where it is not known.
  package var type: String?
  /// The purpose of something built in: the end of a sentence.
  package var meaning: String?
  /// The parameters of a built-in function, and whether each can be left out.
  package var parameters: [(name: String, isOptional: Bool)] = []

  init(_ name: String, _ kind: Kind, of owner: String, type: String? = nil, _ meaning: String? = nil) {
    (self.name, self.kind, self.owner, self.type, self.meaning) = (name, kind, owner, type, meaning)
  }
}

extension BindingName {
  /// The call `valid()`, which screens with fields answer in their bindings.
  package static var validity: BindingName {
    BindingName(
      NameStep.validity, .builtInFunction, of: "ModelForm", type: "Bool",
      "whether all fields of the screen are valid")
  }

  init(_ function: BuiltInFunction, of owner: String) {
    self.init(function.name, .builtInFunction, of: owner, type: function.result.typeName, function.meaning)
    parameters = Self.parameters(function.parameters, function.parameterName)
  }

  init(_ function: ListFunction) {
    self.init(function.rawValue, .builtInFunction, of: "List", function.meaning)
    parameters = Self.parameters(function.parameters, function.parameterName)
  }

  private static func parameters(_ count: ClosedRange<Int>, _ name: String) -> [(name: String, isOptional: Bool)] {
    (0..<min(count.upperBound, 4)).map { (name, $0 >= count.lowerBound) }
  }

  init(_ property: Property, of type: EntityType) {
    let declaring = sequence(first: type, next: \.superType).reversed()
      .first { $0.property(named: property.name) != nil }
    self.init(
      property.name, property.computed == nil ? .property : .computed, of: (declaring ?? type).name,
      type: property.computed == nil ? property.type.description : nil)
  }
}
