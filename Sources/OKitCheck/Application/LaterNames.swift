/// The names that a script which has failed would have defined: what lacks them now is not a mistake.
struct LaterNames {
  private var names: Set<String> = []

  init(_ scripts: [LuaScript]) {
    var names: Set<String> = []
    for script in scripts {
      // The names of classes, also where a function of the script defines them.
      names.formUnion(script.calls.compactMap { $0.arguments.first?.literal?.value })
      LuaSyntax.walk(script.block, statement: { names.formUnion($0.assignedFields.map(\.name.text)) })
    }
    self.names = names
  }

  private static let codes: Set = [
    "binding.function", "binding.property", "binding.class", "controller.context", "controller.identifier",
    "controller.target", "lua.field",
  ]

  /// Whether a finding only says that something is missing which comes later.
  func explain(_ finding: Finding) -> Bool {
    guard Self.codes.contains(finding.code) else { return false }
    // The last name that a message quotes is the missing one.
    return finding.message.lastQuoted.map(names.contains) ?? false
  }
}
