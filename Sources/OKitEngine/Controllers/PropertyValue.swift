/// What a property of a controller, cell or control is given.
public indirect enum PropertyValue {
  /// A binding text; numbers and Bools of a script become constants.
  case binding(BindingProgram)
  /// A function of the host: called with the context and the controller.
  case function(FunctionRef)
  /// A plain text: a type, an identifier.
  case text(String)
  case list([PropertyValue])
  case record([String: PropertyValue])
  case component(Component)
}

/// A cell, control or bar button that a script has made: its class and the properties given to it.
public final class Component {
  public let componentClass: ComponentClass
  /// The class's values with the component's own on top.
  public let values: [String: PropertyValue]

  public init(_ componentClass: ComponentClass, _ own: [String: PropertyValue]) {
    self.componentClass = componentClass
    values = componentClass.values.merging(own) { _, own in own }
  }

  public var kind: ComponentKind { componentClass.kind }
}
