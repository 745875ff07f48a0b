/// One problem, as a value: what is wrong, where, what was expected, and what may have been meant.
///
/// Diagnostics are the engine's only error type; a Swift host and a Lua script (`.code`, `.message`) see the same one.
public struct Diagnostic: Error, Sendable, Hashable {
  public enum Severity: String, Sendable, CaseIterable { case error, warning, note }

  /// A stable code such as `binding.syntax`; it never changes between versions.
  public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// Where in a script or a file the problem arose; a line of 0 means the file as a whole.
  public struct Place: Sendable, Hashable, CustomStringConvertible {
    public var file: String
    public var line: Int
    public var column: Int?
    /// A byte offset, for files that people do not read by lines.
    public var offset: Int?

    public init(file: String, line: Int = 0, column: Int? = nil, offset: Int? = nil) {
      self.file = file
      self.line = line
      self.column = column
      self.offset = offset
    }

    public var description: String {
      if let offset { return "\(file): byte \(offset)" }
      guard line > 0 else { return file }
      return column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
    }
  }

  /// A piece of text with the part that is wrong, shown with a caret.
  public struct Excerpt: Sendable, Hashable {
    public var source: SourceText
    /// What is wrong in it; nil where only the line is known.
    public var range: SourceRange?

    public init(source: SourceText, range: SourceRange?) {
      self.source = source
      self.range = range
    }
  }

  /// Whose property a binding or a function is that failed.
  public struct Origin: Sendable, Hashable {
    /// The controller.
    public var owner: String
    /// What of the controller has the property, such as `cell`; nil for the controller itself.
    public var part: String?
    public var property: String
    /// The binding's text; nil when a function stands in its place.
    public var binding: String?

    public init(owner: String, part: String? = nil, property: String, binding: String? = nil) {
      self.owner = owner
      self.part = part
      self.property = property
      self.binding = binding
    }

    /// Such as `in cell 'detailPath' of 'books'`, behind a note.
    public var description: String { "in \(part.map { $0 + " " } ?? "")'\(property)' of '\(owner)'" }
  }

  public var code: Code
  public var severity: Severity
  /// The problem in one sentence, without place and hint. Of what is quoted in it at length, the middle is left out.
  public var message: String
  public var place: Place?
  public var excerpt: Excerpt?
  /// The nearest right name, or what to do about it.
  public var hint: String?
  /// What leads here, innermost first: the binding, the property, a traceback.
  public var notes: [String]
  /// The property that the engine was about, where there is one.
  public var origin: Origin?

  public init(
    _ code: Code, _ message: String, severity: Severity = .error, place: Place? = nil,
    excerpt: Excerpt? = nil, hint: String? = nil, notes: [String] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = PrintableText.shortened(message)
    self.place = place
    self.excerpt = excerpt
    self.hint = hint.map { PrintableText.shortened($0) }
    self.notes = notes
  }

  /// The same diagnostic in a few hundred bytes: the beginning and the end of its message and hint, without what it shows.
  public var essence: Diagnostic {
    var copy = Diagnostic(
      code, PrintableText.shortened(message, to: 200), severity: severity, place: place,
      hint: hint.map { PrintableText.shortened($0, to: 100) })
    copy.origin = origin
    return copy
  }

  /// The same diagnostic placed at `place`, unless it already has one.
  public func at(_ place: Place?) -> Diagnostic {
    guard self.place == nil, let place else { return self }
    var copy = self
    copy.place = place
    return copy
  }

  /// The same diagnostic with the property that it arose in, unless it already has one.
  public func from(_ origin: Origin) -> Diagnostic {
    guard self.origin == nil else { return self }
    var copy = self
    copy.origin = origin
    return copy
  }

  /// The same diagnostic with one more line about what led to it.
  public func noting(_ note: String) -> Diagnostic {
    var copy = self
    copy.notes.append(note)
    return copy
  }
}
