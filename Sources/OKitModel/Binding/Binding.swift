/// A parsed binding: a short text that reads, writes or calls something in a model, from a context.
///
/// Every node carries the range of UTF-8 offsets it was read from, so that later stages can point into `text`.
/// Two bindings are equal when their texts are, and were read in the same way.
package struct Binding: Sendable {
  package let text: String
  /// At least one; a binding with several is a multipart binding.
  package let parts: [Part]
  var mode = Mode.binding

  /// One of the comma-separated pieces of a binding or of a parameter list.
  package struct Part: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// `#text`: a Bool, an Int, a Double or a String.
      case constant(Value)
      /// `%text`: the key of a localized string.
      case localized(String)
      case path(Path)
      /// `=expression`
      case formula(Formula)
    }

    /// Without the white space around the part; an empty part has an empty range where it could have stood.
    package let range: SourceRange
    /// Whether it begins with `!`.
    package let negated: Bool
    package let kind: Kind

    /// Whether nothing was written: reads as the context itself, but means "not given" in properties where each part
    /// belongs to one element, such as `moreActionsEnabled`.
    package var isEmpty: Bool {
      guard !negated, case .path(let path) = kind else { return false }
      return path.model == nil && !path.absolute && path.segments.isEmpty
    }

    /// The part with a text in place of a name.
    fileprivate var withNameAsText: Part {
      guard !negated, case .path(let path) = kind, path.model == nil, !path.absolute, path.segments.count == 1,
        case .keyPath(let steps, nil, nil) = path.segments[0].kind, steps.count == 1,
        case .name(let name) = steps[0].kind
      else { return self }
      return Part(range: range, negated: false, kind: .constant(.string(name)))
    }
  }

  /// A way through a model: where it starts, and the segments that it follows.
  package struct Path: Sendable, Hashable {
    package let range: SourceRange
    /// The name in `name>`: the path starts at the root of that model, `absolute` or not. Empty for the default model.
    package let model: String?
    /// Whether it starts with `/` (after the model name): at a root rather than at the context.
    package let absolute: Bool
    /// Empty when nothing follows the start (`/`, `model>`, `model>/`, the empty path); elsewhere an empty segment is
    /// `.current`.
    package let segments: [Segment]
  }

  /// One step between slashes.
  package struct Segment: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// `.` or nothing: stays.
      case current
      /// `..`
      case parent
      /// `<` or `~`: the model of the current entity.
      case root
      /// `$keypath`: the managed entity whose id the key path gives.
      case reference([KeyPathStep])
      /// `keypath(arguments)[index]`; without parentheses `arguments` is nil. The steps are never empty; parentheses
      /// and index belong to the last one.
      case keyPath([KeyPathStep], arguments: [Part]?, index: Int?)
    }

    package let range: SourceRange
    package let kind: Kind
  }

  /// One name or operator of a key path.
  package struct KeyPathStep: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case name(String)
      case collection(CollectionOperator)
    }

    package let range: SourceRange
    package let kind: Kind
  }

  /// What a text may have beside bindings.
  package enum Mode: Sendable {
    case binding
    /// A part that cannot be parsed is a text as it is, unless it begins with one of `# % = / !`.
    case texts
    /// One such part, in which a comma does not end it.
    case text
    /// As `texts`; of several parts, one that is a name is a text, too.
    case names
    /// As `text`; a name is a text, too.
    case name

    /// Whether a comma ends a part.
    var hasParts: Bool {
      switch self {
      case .binding, .texts, .names: true
      case .text, .name: false
      }
    }
  }

  /// Parses `text`. O(length); at most 64 KiB of text and 100 parameter lists, or levels of formulas, inside each
  /// other.
  ///
  /// - Throws: a `Diagnostic` that points into `text`: `binding.syntax`, `binding.operator` for an unknown collection
  ///   operator, `binding.limit` for a text that is too long or nested too deeply.
  package static func parse(_ text: String) throws(Diagnostic) -> Binding { try parse(text, as: .binding) }

  /// Parses a text as `parse` does.
  package static func parse(_ text: String, as mode: Mode) throws(Diagnostic) -> Binding {
    guard text.utf8.count <= BindingParser.maximumLength else {
      // Without excerpt: a line of this length is unreadable.
      throw Diagnostic(
        "binding.limit",
        "the binding has \(text.utf8.count) bytes, at most \(BindingParser.maximumLength) are allowed")
    }
    var parser = BindingParser(text: text, tokens: try BindingLexer.tokens(of: text), mode: mode)
    let parts = try parser.parse()
    let hasNames = mode == .name || (mode == .names && parts.count > 1)
    return Binding(text: text, parts: hasNames ? parts.map(\.withNameAsText) : parts, mode: mode)
  }

  /// Returns the text of a part as it is, with the characters that escapes stand for.
  package func plainText(of part: Part) -> String {
    let bytes = Array(text.utf8)
    guard part.range.lower >= 0, part.range.upper <= bytes.count else { return "" }
    let written = String(decoding: bytes[part.range.lower..<part.range.upper], as: UTF8.self)
    // The escapes of a part that was parsed are right.
    guard written.contains("\\"), let tokens = try? BindingLexer.tokens(of: written) else { return written }
    return String(String.UnicodeScalarView(tokens.map(\.scalar)))
  }
}

extension Binding: Hashable {
  // The text and the mode decide: a binding comes from parsing it and nothing else. Texts are compared as scalars,
  // because canonically equivalent ones differ in their ranges.
  package static func == (a: Binding, b: Binding) -> Bool { a.mode == b.mode && a.text.utf8.elementsEqual(b.text.utf8) }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
