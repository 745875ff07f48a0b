/// A part of a binding text in a file, for its color in an editor.
package struct BindingToken: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case property
    case function
    case model = "namespace"
    /// The key of a localized text, and a constant text.
    case text = "string"
    case number
    /// `true` and `false`.
    case constant = "keyword"
    /// A collection operator.
    case collectionOperator = "operator"
    case controller = "class"
    case entityClass = "type"
    /// A name of which nothing is known.
    case unknown = "variable"
  }

  package var file: String
  package var range: SourceRange
  package var kind: Kind
  /// Whether okit defines it, and not the application.
  package var isBuiltIn = false
}

extension BindingToken.Kind {
  init(_ symbol: Symbol.Kind) {
    switch symbol {
    case .property: self = .property
    case .function, .controllerFunction: self = .function
    case .controller, .componentClass: self = .controller
    case .model: self = .model
    case .entityClass: self = .entityClass
    case .localizedText: self = .text
    }
  }
}

/// The parts of a binding that are not names: constants and operators.
enum BindingParts {
  static func tokens(of text: String) -> [(range: SourceRange, kind: BindingToken.Kind)] {
    // A text that is not a binding has no parts.
    ((try? Binding.parse(text))?.parts ?? []).flatMap { tokens(of: $0) }
  }

  private static func tokens(of part: Binding.Part) -> [(range: SourceRange, kind: BindingToken.Kind)] {
    switch part.kind {
    case .constant(let value): [(part.range, kind(of: value))]
    case .localized: []
    case .path(let path): path.segments.flatMap { tokens(of: $0) }
    case .formula(let formula):
      formula.nodes.flatMap { node -> [(range: SourceRange, kind: BindingToken.Kind)] in
        switch node.kind {
        case .literal(let value): [(node.range, kind(of: value))]
        case .truth: [(node.range, .constant)]
        case .path(let steps): steps.compactMap { token(of: $0) }
        case .binding(let parts): parts.flatMap { tokens(of: $0) }
        default: []
        }
      }
    }
  }

  private static func tokens(of segment: Binding.Segment) -> [(range: SourceRange, kind: BindingToken.Kind)] {
    switch segment.kind {
    case .current, .parent, .root: []
    case .reference(let steps): steps.compactMap { token(of: $0) }
    case .keyPath(let steps, let arguments, _):
      steps.compactMap { token(of: $0) } + (arguments ?? []).flatMap { tokens(of: $0) }
    }
  }

  private static func token(of step: Binding.KeyPathStep) -> (range: SourceRange, kind: BindingToken.Kind)? {
    if case .collection = step.kind { (step.range, .collectionOperator) } else { nil }
  }

  private static func kind(of value: Value) -> BindingToken.Kind {
    switch value {
    case .int, .double: .number
    case .bool, .null: .constant
    default: .text
    }
  }
}
