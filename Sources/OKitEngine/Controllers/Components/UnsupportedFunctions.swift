/// The functions that OKit's classes call and this version does not: a script that overrides one gets a warning.
///
/// A class that begins to call one of them declares it among its `functions`, and its line here goes.
package enum UnsupportedFunctions {
  private enum Group { case controllers, application }

  /// The names of each group, with the function that can be overridden instead.
  private static let table: [Group: [String: String?]] = [
    .controllers: [
    ],
  ]

  /// The names for a class, each with the function that it can override instead.
  package static func names(of descriptor: ComponentDescriptor) -> [String: String?] {
    var groups: [Group] = []
    if descriptor.isController { groups = [.controllers] }
    if descriptor === ComponentDescriptor.application { groups.append(.application) }
    var names: [String: String?] = [:]
    for group in groups { names.merge(table[group] ?? [:]) { $1 } }
    return names
  }
}
