import CSQLite

/// Functions of SQL that replace SQLite's own in queries of scripts.
///
/// SQLite asks whether to go on between its instructions. The functions that these replace take more than linear time
/// within one.
final class BoundedFunctions {
  /// The limits of the query that runs.
  var watch: SQLiteQuery.Watch?

  private typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  private static let all: [(name: String, counts: [Int32], body: Function)] = [
    ("like", [2, 3], { Call($0, $1, $2).match(.like) }), ("glob", [2], { Call($0, $1, $2).match(.glob) }),
    ("instr", [2], { Call($0, $1, $2).find() }), ("replace", [3], { Call($0, $1, $2).replace() }),
    ("trim", [1, 2], { Call($0, $1, $2).trim(start: true, end: true) }),
    ("ltrim", [1, 2], { Call($0, $1, $2).trim(start: true, end: false) }),
    ("rtrim", [1, 2], { Call($0, $1, $2).trim(start: false, end: true) }),
  ]

  /// Registers the functions for the queries of a connection, which must not outlive this object.
  func register(on connection: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for function in Self.all {
      for count in function.counts {
        sqlite3_create_function_v2(
          connection, function.name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, context,
          function.body, nil, nil, nil)
      }
    }
  }
}

/// One call of a function by SQLite.
private struct Call {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private let context: OpaquePointer?
  private let arguments: [OpaquePointer?]

  init(_ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
    self.context = context
    self.arguments = Array(UnsafeBufferPointer(start: arguments, count: Int(count)))
  }

  /// Whether the query has to end; the function fails then.
  private func isExhausted() -> Bool {
    sqlite3_user_data(context).map { Unmanaged<BoundedFunctions>.fromOpaque($0).takeUnretainedValue().watch?.hasNoTime }
      == true
  }

  /// Whether an argument is NULL; the result is NULL then.
  private var hasNull: Bool { arguments.contains(where: Self.isNull) }

  private static func isNull(_ value: OpaquePointer?) -> Bool { sqlite3_value_type(value) == SQLITE_NULL }

  private var hasTextOnly: Bool { !arguments.prefix(2).allSatisfy { sqlite3_value_type($0) == SQLITE_BLOB } }

  private func text(_ index: Int) -> Bytes {
    let start = sqlite3_value_text(arguments[index])
    return Bytes(start: start, count: Int(sqlite3_value_bytes(arguments[index])))
  }

  private func blob(_ index: Int) -> Bytes {
    let start = sqlite3_value_blob(arguments[index])?.assumingMemoryBound(to: UInt8.self)
    return Bytes(start: start, count: Int(sqlite3_value_bytes(arguments[index])))
  }

  private func give(_ bytes: Bytes) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_result_text(context, "", 0, SQLiteStatement.transient)
    }
    start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      sqlite3_result_text64(context, $0, UInt64(bytes.count), SQLiteStatement.transient, UInt8(SQLITE_UTF8))
    }
  }

  private func fail() { sqlite3_result_error_code(context, SQLITE_INTERRUPT) }

  // MARK: Functions

  /// `like(pattern, text, escape)`, `glob(pattern, text)`.
  func match(_ kind: TextPattern.Kind) {
    if hasNull { return }
    // As in SQLite, a text ends at a NUL here.
    func untilNull(_ bytes: Bytes) -> Bytes { Bytes(rebasing: bytes.prefix { $0 != 0 }) }
    var escape: UInt32?
    if arguments.count == 3 {
      let characters = String(decoding: text(2), as: UTF8.self).unicodeScalars
      guard let character = characters.first, characters.count == 1 else {
        return sqlite3_result_error(context, "ESCAPE expression must be a single character", -1)
      }
      escape = character.value
    }
    let pattern = TextPattern(kind: kind, pattern: untilNull(text(0)), escape: escape)
    guard let matches = pattern.matches(untilNull(text(1)), isExhausted: isExhausted) else { return fail() }
    sqlite3_result_int(context, matches ? 1 : 0)
  }

  /// `instr(text, part)`: the number of the character or, in blobs, of the byte.
  func find() {
    if hasNull { return }
    let countsCharacters = hasTextOnly
    let (whole, part) = countsCharacters ? (text(0), text(1)) : (blob(0), blob(1))
    guard let found = Self.offset(of: part, in: whole, from: 0) else { return sqlite3_result_int(context, 0) }
    let before = whole[..<found]
    sqlite3_result_int64(context, Int64(1 + (countsCharacters ? before.count { $0 & 0xC0 != 0x80 } : before.count)))
  }

  private static func offset(of part: Bytes, in whole: Bytes, from start: Int) -> Int? {
    guard let first = part.baseAddress, !part.isEmpty else { return start }
    guard let base = whole.baseAddress, start < whole.count,
      let found = memmem(base + start, whole.count - start, first, part.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// `replace(text, part, replacement)`.
  func replace() {
    if arguments.prefix(2).contains(where: Self.isNull) { return }
    let (whole, part) = (text(0), text(1))
    guard !part.isEmpty else { return sqlite3_result_value(context, arguments[0]) }
    if hasNull { return }
    let replacement = text(2)
    let limit = Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
    var result: [UInt8] = []
    var start = 0
    while let found = Self.offset(of: part, in: whole, from: start) {
      result += whole[start..<found]
      result += replacement
      start = found + part.count
      if result.count > limit { return sqlite3_result_error_toobig(context) }
    }
    result += whole[start...]
    if result.count > limit { return sqlite3_result_error_toobig(context) }
    result.withUnsafeBufferPointer(give)
  }

  /// `trim(text, characters)`, and that of one end.
  func trim(start: Bool, end: Bool) {
    if hasNull { return }
    let whole = text(0)
    let characters = Set(arguments.count == 2 ? Self.characters(text(1)) : [[0x20]])
    var rest = whole[...]
    while start, let first = Self.character(rest, atEnd: false), characters.contains(Array(first)) {
      rest = rest[first.endIndex...]
    }
    while end, let last = Self.character(rest, atEnd: true), characters.contains(Array(last)) {
      rest = rest[..<last.startIndex]
    }
    give(Bytes(rebasing: rest))
  }

  private static func characters(_ bytes: Bytes) -> [[UInt8]] {
    var (rest, characters): (Slice<Bytes>, [[UInt8]]) = (bytes[...], [])
    while let first = character(rest, atEnd: false) {
      characters.append(Array(first))
      rest = rest[first.endIndex...]
    }
    return characters
  }

  /// Returns the bytes of the first or last character.
  private static func character(_ bytes: Slice<Bytes>, atEnd: Bool) -> Slice<Bytes>? {
    guard !bytes.isEmpty else { return nil }
    let isFirst = { (byte: UInt8) in byte & 0xC0 != 0x80 }
    if atEnd { return bytes[(bytes.lastIndex(where: isFirst) ?? bytes.startIndex)...] }
    return bytes[..<(bytes.dropFirst().firstIndex(where: isFirst) ?? bytes.endIndex)]
  }
}
