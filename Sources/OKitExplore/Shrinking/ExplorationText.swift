/// The statements of a test for a flow.
package enum ExplorationText {
  /// The statements that perform the steps of a flow and look for its fault, for an application called `app`.
  package static func statements(of flow: Shrinker.Flow) -> [String] {
    var lines = flow.statements
    switch flow.fault.oracle {
    case .error: lines.append("app:check(\"error\")")
    case .store:
      _ = lines.popLast()
      lines.append("app:check(\"store\")")
    case .undo, .redo:
      let last = lines.popLast() ?? ""
      lines.append("app:check(\"\(flow.fault.oracle.rawValue)\", function() \(last) end)")
    case .deadEnd, .stale, .property: lines.append("app:check(\"\(flow.fault.oracle.rawValue)\")")
    }
    return lines
  }
}
