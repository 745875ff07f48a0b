/// A cell or bar button that a script has made, or a controller: a class and the values given for its properties.
package final class Component {
  package let componentClass: ComponentClass
  let properties: CompiledProperties

  /// - Parameter own: values on top of those of the class.
  package init(_ componentClass: ComponentClass, _ own: PropertyValues) {
    self.componentClass = componentClass
    properties = CompiledProperties(componentClass.values.merging(own), componentClass.descriptor.table)
  }

  /// The values of a class alone.
  init(_ componentClass: ComponentClass) {
    (self.componentClass, properties) = (componentClass, componentClass.properties)
  }

  package var descriptor: ComponentDescriptor { componentClass.descriptor }

  /// The class's values with the component's own on top.
  var values: PropertyValues { properties.values }
}
