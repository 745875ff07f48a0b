/// The place at the end of the beginning of a binding, which may be unfinished: what may follow there.
///
/// The parser of the engine refuses unfinished texts. This reader follows the same grammar and refuses nothing.
struct BindingCursor {
  enum Place: Equatable {
    /// A name after a path, which is empty at the start of a part.
    case name(path: String, partial: String)
    /// An operator after the path to a collection; the `@` is written.
    case collectionOperator(path: String, partial: String)
    case localized(partial: String)
    /// A property, a function or a keyword in a formula.
    case formula(partial: String)
    case constant
  }

  /// A call around the place, whose parameter list is open.
  struct Call: Equatable {
    /// The path before the name; empty for a function of the context, or of SQL.
    var path: String
    var name: String
    /// The number of parameters before the place.
    var parameter = 0
    var isInFormula = false
  }

  private(set) var place = Place.constant
  /// The open calls, the innermost last.
  var calls: [Call] {
    open.map { call in
      Call(
        path: path(call.path), name: trimmed(call.name), parameter: call.parameter, isInFormula: call.isInFormula)
    }
  }

  private struct OpenCall {
    var path: Range<Int>
    var name: Range<Int>
    var parameter = 0
    var isInFormula = false
  }
  private var open: [OpenCall] = []
  private let text: [UInt8]
  private var index = 0

  /// - Parameter text: the binding up to the place.
  init(_ text: some Sequence<UInt8>) {
    self.text = Array(text)
    _ = readParts(closer: nil)
  }

  /// Levels beyond this are not followed; the engine refuses them too.
  private static let maximumDepth = 100
  private var depth = 0

  private var isAtEnd: Bool { index >= text.count }

  private func at(_ sign: Unicode.Scalar) -> Bool { index < text.count && text[index] == UInt8(ascii: sign) }

  private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  private func trimmed(_ range: Range<Int>) -> String {
    var range = range
    while let first = range.first, text[first] <= 0x20 { range.removeFirst() }
    while let last = range.last, text[last] <= 0x20 { range.removeLast() }
    return string(range)
  }

  private mutating func skipSpace() { while index < text.count, text[index] <= 0x20 { index += 1 } }

  // MARK: Parts

  /// Reads parts up to what closes the list around them, or to the end.
  ///
  /// - Returns: whether the list is closed.
  private mutating func readParts(closer: UInt8?) -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      index = text.count
      place = .constant
      return false
    }
    while true {
      skipSpace()
      while at("!") {
        index += 1
        skipSpace()
      }
      if at("#") {
        index += 1
        _ = readText(closer)
        place = .constant
      } else if at("%") {
        index += 1
        place = .localized(partial: readText(closer))
      } else if at("=") {
        index += 1
        readFormula(closer)
      } else {
        readPath(closer)
      }
      guard index < text.count else { return false }
      let sign = text[index]
      index += 1
      if sign == closer { return true }
      if sign == UInt8(ascii: ","), !open.isEmpty, closer == UInt8(ascii: ")") {
        open[open.count - 1].parameter += 1
      }
    }
  }

  /// Reads a text up to the comma or the sign that ends it; pairs of parentheses belong to it.
  private mutating func readText(_ closer: UInt8?) -> String {
    let start = index
    var nested = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "("): nested += 1
      case UInt8(ascii: ")") where nested > 0: nested -= 1
      case _ where nested == 0 && (text[index] == UInt8(ascii: ",") || text[index] == closer):
        return trimmed(start..<index)
      default: break
      }
      index += 1
    }
    return trimmed(start..<index)
  }

  // MARK: Paths

  private mutating func readPath(_ closer: UInt8?) {
    let start = index
    var nameStart = index
    var isOperator = false
    while index < text.count {
      switch text[index] {
      case _ where text[index] == UInt8(ascii: ",") || text[index] == closer: return
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ">"), UInt8(ascii: "$"), UInt8(ascii: "]"),
        UInt8(ascii: "!"):
        index += 1
        (nameStart, isOperator) = (index, false)
      case UInt8(ascii: "@"):
        index += 1
        (nameStart, isOperator) = (index, true)
      case UInt8(ascii: "["):
        while index < text.count, text[index] != UInt8(ascii: "]") { index += 1 }
        if isAtEnd {
          place = .constant
          return
        }
      case UInt8(ascii: "("):
        open.append(OpenCall(path: start..<nameStart, name: nameStart..<index))
        index += 1
        guard readParts(closer: UInt8(ascii: ")")) else { return }
        open.removeLast()
        nameStart = index
      default: index += 1
      }
    }
    let partial = string(nameStart..<index).drop { $0.isWhitespace }
    place =
      isOperator
      ? .collectionOperator(path: path(start..<nameStart), partial: String(partial))
      : .name(path: path(start..<nameStart), partial: String(partial))
  }

  /// The path before a name, without the separator at its end where it is not a step.
  private func path(_ range: Range<Int>) -> String {
    var path = trimmed(range)
    while let last = path.last, last == "." || last == "@" || last == "$" { path.removeLast() }
    // A slash alone is the root of the default model; after a `>`, that of the named one.
    if path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  // MARK: Formulas

  private mutating func readFormula(_ closer: UInt8?) {
    var depth = 0
    /// The name just before.
    var last: OpenCall?
    place = .formula(partial: "")
    while index < text.count {
      let byte = text[index]
      var next: OpenCall?
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        index += 1
        while index < text.count, text[index] != byte { index += 1 }
        place = isAtEnd ? .constant : .formula(partial: "")
        index += 1
      case UInt8(ascii: "["):
        index += 1
        let outer = open.count
        guard readParts(closer: UInt8(ascii: "]")) else { return }
        open.removeLast(open.count - outer)
        place = .formula(partial: "")
      case UInt8(ascii: "("):
        depth += 1
        open.append(last ?? OpenCall(path: index..<index, name: index..<index, isInFormula: true))
        index += 1
        place = .formula(partial: "")
      case UInt8(ascii: ")") where depth > 0:
        depth -= 1
        open.removeLast()
        index += 1
        place = .formula(partial: "")
      case _ where byte == closer && depth == 0: return
      case UInt8(ascii: ","):
        guard depth > 0 else { return }
        open[open.count - 1].parameter += 1
        index += 1
        place = .formula(partial: "")
      case 0x20, 0x09, 0x0A, 0x0D:
        next = last
        index += 1
        place = .formula(partial: "")
      case _ where Self.isNamePart(byte): next = readFormulaName()
      default:
        index += 1
        place = .formula(partial: "")
      }
      last = next
    }
  }

  /// A name of a formula, or several joined by dots.
  private mutating func readFormulaName() -> OpenCall {
    let start = index
    var nameStart = index
    var isOperator = false
    while index < text.count, Self.isNamePart(text[index]) || at(".") || at("@") {
      if at(".") || at("@") { (nameStart, isOperator) = (index + 1, at("@")) }
      index += 1
    }
    let (path, name) = (path(start..<nameStart), string(nameStart..<index))
    if (0x30...0x39).contains(text[start]) {
      place = .constant
    } else if isOperator {
      place = .collectionOperator(path: path, partial: name)
    } else {
      place = path.isEmpty ? .formula(partial: name) : .name(path: path, partial: name)
    }
    return OpenCall(path: start..<nameStart, name: nameStart..<index, isInFormula: true)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x80...: true
    default: false
    }
  }
}
