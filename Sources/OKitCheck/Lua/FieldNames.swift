/// The names that values of a class have in scripts, those of the classes below it included. Found once for all
/// classes.
final class FieldNames {
  private let inference: ScriptInference
  private lazy var entityMembers = Set(members(of: "okit.Entity"))
  private lazy var referenceMembers = Set(members(of: "okit.Entity") + members(of: "okit.Reference"))
  private lazy var controllerMembers = Set(members(of: "okit.Controller"))
  private lazy var cellMembers = Set(members(of: "okit.Cell"))

  init(_ inference: ScriptInference) { self.inference = inference }

  func members(of declared: String) -> [String] {
    guard let declared = inference.declared[declared] else { return [] }
    return declared.memberNames
      + (ScriptInference.services[String(declared.plainName)] == nil ? [] : declared.parents.flatMap(members))
  }

  // MARK: Entities

  /// The properties and functions of a type and of those below it.
  private lazy var ofTypes: [ObjectIdentifier: Set<String>] = {
    var names: [ObjectIdentifier: Set<String>] = [:]
    for type in inference.store.types.all {
      let own = type.properties.map(\.name) + type.functionNames
      for above in sequence(first: type, next: \.superType) {
        names[ObjectIdentifier(above), default: []].formUnion(own)
      }
    }
    return names
  }()

  func has(_ name: String, _ type: EntityType) -> Bool {
    (type.isReference ? referenceMembers : entityMembers).contains(name)
      || ofTypes[ObjectIdentifier(type)]?.contains(name) == true
  }

  /// The names of a type itself, for the nearest one.
  func candidates(_ type: EntityType) -> [String] {
    type.properties.map(\.name) + type.functionNames + (type.isReference ? referenceMembers : entityMembers)
  }

  // MARK: Controllers and cells

  /// The functions of a class and of those below it, and the properties that their definitions give.
  private lazy var ofComponents: [ObjectIdentifier: Set<String>] = {
    var names: [ObjectIdentifier: Set<String>] = [:]
    for type in inference.definition.classes.values {
      let own = type.functionNames + type.givenNames
      for above in sequence(first: type, next: \.superClass) {
        names[ObjectIdentifier(above), default: []].formUnion(own)
      }
    }
    return names
  }()

  func has(_ name: String, _ type: ComponentClass) -> Bool {
    members(type).contains(name) || type.descriptor.functionNames.contains(name)
      || (hasAllProperties(type) && type.descriptor.table.slot(named: name) != nil)
      || ofComponents[ObjectIdentifier(type)]?.contains(name) == true
  }

  func candidates(_ type: ComponentClass) -> [String] {
    members(type) + type.functionNames + type.descriptor.functionNames
      + (hasAllProperties(type) ? type.descriptor.table.names : type.givenNames)
  }

  private func members(_ type: ComponentClass) -> Set<String> {
    type.descriptor.isCell ? cellMembers : controllerMembers
  }

  /// Whether scripts can read properties that the definition does not give.
  private func hasAllProperties(_ type: ComponentClass) -> Bool {
    type.descriptor.isCell || type.descriptor === inference.definition.application?.descriptor
  }
}
