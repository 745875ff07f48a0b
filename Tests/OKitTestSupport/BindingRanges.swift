package import OKitEngine

/// Walks all nodes of a binding in reading order.
package enum BindingRanges {
  package static func visit(_ binding: Binding, _ body: (SourceRange, _ node: String) -> Void) {
    for part in binding.parts { visit(part, body) }
  }

  private static func visit(_ part: Binding.Part, _ body: (SourceRange, String) -> Void) {
    body(part.range, "part")
    if case .formula(let formula) = part.kind {
      for node in formula.nodes {
        body(node.range, "formula")
        if case .binding(let parts) = node.kind { for part in parts { visit(part, body) } }
      }
    }
    guard case .path(let path) = part.kind else { return }
    body(path.range, "path")
    for segment in path.segments {
      body(segment.range, "segment")
      switch segment.kind {
      case .current, .parent, .root: break
      case .reference(let steps): for step in steps { body(step.range, "step") }
      case .keyPath(let steps, let arguments, _):
        for step in steps { body(step.range, "step") }
        for argument in arguments ?? [] { visit(argument, body) }
      }
    }
  }
}
