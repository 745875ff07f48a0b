/// A controller or a cell: an object with functions that its script overrides.
package protocol FunctionOwner: AnyObject {
  /// Its class, with the functions that the script has defined.
  var componentClass: ComponentClass { get }

  /// Runs a built-in function of the class, and returns its results.
  ///
  /// - Throws: What the function throws.
  func inheritedResults(_ function: OverridableFunction, _ arguments: [Value]) throws -> [Value]
}

extension FunctionOwner {
  /// Runs the built-in function of that name: what `self.super.name(self, …)` calls in a script. Returns its results.
  ///
  /// - Throws: `controller.unknownFunction` with the nearest name; what the function throws.
  package func inheritedResults(named name: String, _ arguments: [Value]) throws -> [Value] {
    try inheritedResults(try builtIn(name), arguments)
  }

  func builtIn(_ name: String) throws -> OverridableFunction {
    if let function = componentClass.descriptor.functions.first(where: { $0.name == name }) { return function }
    throw unknownFunction(name)
  }

  func unknownFunction(_ name: String) -> Diagnostic {
    let descriptor = componentClass.descriptor
    return Diagnostic(
      "controller.unknownFunction", "\(descriptor.name) has no function \"\(name)\"",
      hint: NearestName.hint(for: name, in: descriptor.functionNames))
  }
}
