/// A property of `LuaApplication.Options` that holds a limit. Messages about an exceeded limit name it; a host with
/// names of its own for the limits, such as options of a command, supplies its own hints.
package enum LimitProperty: String, Sendable, CaseIterable {
  case memory = "limits.memory"
  case growth = "limits.growth"
  case time = "limits.time"
  case instructions = "limits.instructions"
  case depth = "limits.depth"
  case document = "documentLimit"

  /// The hint for Swift programs.
  package var hint: String { "raise \(rawValue)" }
}
