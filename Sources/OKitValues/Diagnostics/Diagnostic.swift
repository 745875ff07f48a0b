/// A problem as a value: what is wrong, where, what is accepted, and the nearest name.
///
/// Diagnostics are the engine's only error type; a Swift host and a Lua script (`.code`, `.message`) see the same one.
public struct Diagnostic: Error, Sendable, Hashable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, CaseIterable { case error, warning, note }

  /// A stable code such as `binding.syntax`; it never changes between versions.
  public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }
  }

  /// The place in a script or a file where the problem arose; a line of 0 means the file as a whole.
  public struct Place: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, or the name of the script.
    public var file: String
    /// The line, from 1; 0 means the file as a whole.
    public var line: Int
    /// The column, from 1; nil where it is not known.
    public var column: Int?
    /// A byte offset, for files that are not read by lines.
    package var offset: Int?

    /// Creates a place in a file.
    package init(file: String, line: Int = 0, column: Int? = nil, offset: Int? = nil) {
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

  /// A line of text with the part that is wrong, which a caret marks.
  package struct Excerpt: Sendable, Hashable {
    package var source: SourceText
    /// The part that is wrong; nil where only the line is known.
    package var range: SourceRange?
    /// The line as JSON has it, which an excerpt was read from; nil for one whose text is known.
    var line: ShownLine?
    /// The column after the part in the whole line, as JSON has it.
    var endColumn: Int?

    package init(source: SourceText, range: SourceRange?) {
      self.source = source
      self.range = range
    }
  }

  /// The part of a line of a script that a diagnostic is about.
  package enum Subject: Sendable, Hashable {
    /// A name or a sign.
    case name(String)
    /// The end of the script, which comes too early.
    case end
  }

  /// The property whose binding or function failed.
  package struct Origin: Sendable, Hashable {
    /// The controller.
    package var owner: String
    /// The part of the controller that has the property, such as `cell`; nil for the controller itself.
    package var part: String?
    /// The property.
    package var property: String
    /// The binding's text; nil for a function.
    package var binding: String?
    /// Which one of several parts it is, such as `"Name" in section "General"`; nil where there is only one.
    package var element: String?
    /// The place where a script created the part, or defined the controller.
    package var place: Place?

    package init(
      owner: String, part: String? = nil, property: String, binding: String? = nil, element: String? = nil,
      place: Place? = nil
    ) {
      self.owner = owner
      self.part = part
      self.property = property
      self.binding = binding
      self.element = element
      self.place = place
    }

    /// Such as `in cell 'detailPath' of 'books'`, or `in cell 'onPath' of 'book' ("Marked" in section "General")`.
    package var description: String {
      "in \(part.map { $0 + " " } ?? "")'\(property)' of '\(owner)'" + (element.map { " (\($0))" } ?? "")
    }

    /// Such as `books: detailPath`, in front of a message.
    package var label: String { "\(owner): " + (element.map { "\($0): " } ?? "") + property }
  }

  /// The stable code.
  public var code: Code
  /// The severity.
  public var severity: Severity
  /// The problem in one sentence, without place and hint. The middle of a long message is left out.
  public var message: String
  /// The place in a script or a file; nil where there is none.
  public var place: Place?
  package var excerpt: Excerpt?
  /// The nearest name, or how to solve the problem.
  public var hint: String?
  /// The way to the problem, innermost first: the traceback, the binding, the property.
  package var notes: [Note]
  /// The property that was being evaluated, where there is one.
  package var origin: Origin?
  /// The limit that was exceeded, if that is the problem.
  public var limit: Limit?
  package var underlyingError: UnderlyingError?
  /// The part of the script's line that is wrong, where no range is known.
  package var subject: Subject?

  /// Creates a diagnostic, such as one that a function of the program throws.
  public init(
    _ code: Code, _ message: String, severity: Severity = .error, place: Place? = nil, hint: String? = nil
  ) {
    self.init(code, message, severity: severity, place: place, excerpt: nil, hint: hint)
  }

  package init(
    _ code: Code, _ message: String, severity: Severity = .error, place: Place? = nil, excerpt: Excerpt? = nil,
    hint: String? = nil, notes: [Note] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = PrintableText.shortened(message)
    self.place = place
    self.excerpt = excerpt
    self.hint = hint.map { PrintableText.shortened($0) }
    self.notes = notes
  }

  /// The same diagnostic in a few hundred bytes: the beginning and the end of its message and hint, without excerpt and
  /// notes.
  package var essence: Diagnostic {
    var copy = Diagnostic(
      code, PrintableText.shortened(message, to: 200), severity: severity, place: place,
      hint: hint.map { PrintableText.shortened($0, to: 100) })
    (copy.origin, copy.limit) = (origin, limit)
    return copy
  }

  /// Returns the same diagnostic with the limit that was exceeded.
  package func exceeding(_ limit: Limit?) -> Diagnostic {
    var copy = self
    copy.limit = limit
    return copy
  }

  /// Returns the same diagnostic with a place, unless it already has one.
  package func at(_ place: Place?) -> Diagnostic {
    guard self.place == nil, let place else { return self }
    var copy = self
    copy.place = place
    return copy
  }

  /// Returns the same diagnostic with a name in the script as its subject, unless it already has one.
  package func about(_ name: String?) -> Diagnostic {
    guard subject == nil, let name else { return self }
    var copy = self
    copy.subject = .name(name)
    return copy
  }

  /// Returns the same diagnostic with the property in which it arose, unless it already has one.
  package func from(_ origin: Origin) -> Diagnostic {
    guard self.origin == nil else { return self }
    var copy = self
    copy.origin = origin
    return copy
  }
}
