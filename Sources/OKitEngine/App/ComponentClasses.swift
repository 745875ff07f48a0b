/// The classes of controllers, cells and controls by name. A built-in class is made when something asks for it: most
/// scripts use few of them.
package final class ComponentClasses {
  private static let builtIn = Dictionary(ComponentDescriptor.all.map { ($0.name, $0) }) { first, _ in first }
  private var made: [String: ComponentClass] = [:]

  package subscript(name: String) -> ComponentClass? {
    if let known = made[name] { return known }
    guard let descriptor = Self.builtIn[name] else { return nil }
    let new = ComponentClass(descriptor)
    made[name] = new
    return new
  }

  /// Adds a class, in place of one with the same name.
  func set(_ new: ComponentClass) { made[new.name] = new }

  /// The names of the classes that were used or defined.
  var madeNames: [String] { Array(made.keys) }

  package var keys: Set<String> { Set(Self.builtIn.keys).union(made.keys) }
  package var values: [ComponentClass] { keys.compactMap { self[$0] } }
}
