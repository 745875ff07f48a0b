/// The classes of controllers, cells and controls by name. A built-in class is made when something asks for it: most
/// scripts use few of them.
package final class ComponentClasses {
  private static let builtIn = Dictionary(ComponentDescriptor.all.map { ($0.name, $0) }) { first, _ in first }
  // Unchecked because every definition asks for it: no access of it is ever made inside another one.
  @exclusivity(unchecked) private var made: [String: ComponentClass] = [:]

  package subscript(name: String) -> ComponentClass? {
    if let known = made[name] { return known }
    guard let descriptor = Self.builtIn[name] else { return nil }
    let new = ComponentClass(descriptor)
    made[name] = new
    return new
  }

  /// The classes that were found last by the bytes of their names, each at the place of its name.
  @exclusivity(unchecked) private var recent: [ComponentClass?] = Array(repeating: nil, count: 32)

  init() { made.reserveCapacity(48) }

  /// Finds a class by its name in UTF-8, for scripts that make many components of a class: without a text of it.
  package func find(_ name: UnsafeBufferPointer<UInt8>) -> ComponentClass? {
    let place = Self.place(name)
    if let known = recent[place], known.name.hasBytes(name) { return known }
    guard let found = self[String(decoding: name, as: UTF8.self)], found.name.hasBytes(name) else { return nil }
    recent[place] = found
    return found
  }

  private static func place(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    name.isEmpty ? 0 : (name.count &* 7 &+ Int(name[name.count / 2]) &* 3 &+ Int(name[name.count - 1])) & 31
  }

  /// Adds a class, in place of one with the same name.
  func set(_ new: ComponentClass) {
    made[new.name] = new
    var name = new.name
    name.withUTF8 { recent[Self.place($0)] = nil }
  }

  /// The names of the classes that were used or defined.
  var madeNames: [String] { Array(made.keys) }

  package var keys: Set<String> { Set(Self.builtIn.keys).union(made.keys) }
  package var values: [ComponentClass] { keys.compactMap { self[$0] } }
}
