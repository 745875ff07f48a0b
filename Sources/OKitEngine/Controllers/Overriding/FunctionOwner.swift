/// A controller or a cell: an object with functions that its script overrides.
package protocol FunctionOwner: AnyObject {
  /// Its class, with the functions that the script has defined.
  var componentClass: ComponentClass { get }

  /// Runs the built-in function of that name: what `self.super.name(self, …)` calls in a script. Returns its results.
  ///
  /// - Throws: `controller.unknownFunction` with the nearest name; what the function throws.
  func inheritedResults(_ name: String, _ arguments: [Value]) throws -> [Value]
}

extension FunctionOwner {
  func unknownFunction(_ name: String) -> Diagnostic {
    let descriptor = componentClass.descriptor
    return Diagnostic(
      "controller.unknownFunction", "\(descriptor.name) has no function \"\(name)\"",
      hint: NearestName.hint(for: name, in: descriptor.functions))
  }
}
