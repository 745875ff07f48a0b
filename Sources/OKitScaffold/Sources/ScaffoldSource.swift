import OKitExchange

/// A file that an application is made from.
package struct ScaffoldSource {
  package enum Kind: String, Sendable, CaseIterable { case json, jsonl, csv, sqlite, storyboard }

  /// The file as the command line names it.
  package let path: String
  package let kind: Kind
  /// A note about the encoding of the file; nil for UTF-8, for one that was named, and where the format says the
  /// encoding.
  package let note: Diagnostic?
  private let file: MappedFile
  /// The file in UTF-8, for formats that do not say their encoding.
  private let converted: ImportedText?

  /// The maximum size of a file that becomes part of the application as text.
  package static let maximumSize = 16 << 20
  /// The maximum size of a database, which tests copy for each launch.
  package static let maximumDatabaseSize = 256 << 20

  /// Opens a file and finds what it is.
  ///
  /// - Parameter encoding: The encoding of a text file; nil to detect it.
  /// - Throws: `import.file` for what cannot be read, `file.encoding` for bytes that are not text, `new.source` for
  ///   what is none of the kinds, `new.size` for what is too large.
  package init(_ path: String, encoding: TextEncoding? = nil) throws {
    self.path = path
    file = try MappedFile(
      importing: path, limit: Self.maximumDatabaseSize,
      limitHint: "begin with a part of the data, and import the rest with \"okit-run models import\"")
    let isDatabase = file.bytes.starts(with: Array("SQLite format 3\0".utf8))
    let text = isDatabase ? nil : try ImportedText(file, path: path, encoding: encoding)
    kind = isDatabase ? .sqlite : try Self.kind(of: text?.bytes ?? file.bytes, path)
    let hasNoEncoding = kind == .csv || kind == .json || kind == .jsonl
    guard encoding == nil || hasNoEncoding else {
      throw Self.failure(
        "--encoding is for CSV and JSON: a \(kind.rawValue) file says its own encoding", path, "leave it out")
    }
    (converted, note) = hasNoEncoding ? (text, text?.note) : (nil, nil)
    guard kind == .sqlite || file.bytes.count <= Self.maximumSize else {
      throw Diagnostic(
        "new.size", "the file has \(file.bytes.count) bytes, and the limit is \(Self.maximumSize)",
        place: Diagnostic.Place(file: path),
        hint: "begin with a part of the data, and import the rest with \"okit-run models import\"")
    }
  }

  /// The name of the file without its folders.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The size of the file in bytes.
  package var size: Int { bytes.count }

  /// The contents; those of CSV and JSON in UTF-8.
  var bytes: UnsafeBufferPointer<UInt8> { converted?.bytes ?? file.bytes }

  /// The values of a CSV or JSON file.
  ///
  /// - Throws: what reading them throws.
  func data() throws -> DataNode {
    switch kind {
    case .csv: try CSVTable.read(bytes, file: path)
    case .jsonl: try JSONDocument.readLines(bytes, file: path)
    case .json, .sqlite, .storyboard: try JSONDocument.read(bytes, file: path)
    }
  }

  /// The file as text.
  ///
  /// - Throws: `file.encoding` with the line and column of the first byte that is not UTF-8.
  func text() throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UTF8Text.failure(bytes, file: path)
    }
    return text
  }

  // MARK: Kinds

  private static let extensions: [String: Kind] = [
    "json": .json, "jsonl": .jsonl, "ndjson": .jsonl, "csv": .csv, "tsv": .csv, "sqlite": .sqlite, "sqlite3": .sqlite,
    "db": .sqlite, "db3": .sqlite,
    "storyboard": .storyboard,
  ]

  /// The kind by content, and by the extension where the content may be of several kinds.
  private static func kind(of bytes: UnsafeBufferPointer<UInt8>, _ path: String) throws -> Kind {
    let name = path.split(separator: "/").last ?? ""
    let suffix = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    let expected = extensions[suffix]
    if bytes.isEmpty { throw failure("the file is empty", path) }
    if expected == .sqlite { throw failure("the file is not a SQLite database, in spite of its name", path) }
    if bytes.prefix(4096).contains(0) { throw failure("the file is binary, and not a SQLite database", path) }
    if let expected, expected != .json || firstSign(bytes) != UInt8(ascii: "<") {
      return expected == .json && JSONLines.isLikely(bytes) ? .jsonl : expected
    }
    switch firstSign(bytes) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return JSONLines.isLikely(bytes) ? .jsonl : .json
    case UInt8(ascii: "<"):
      let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
      if start.contains("InterfaceBuilder") { return .storyboard }
      throw failure("the file is XML, and not a storyboard", path)
    default: break
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    if line.contains(where: [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].contains) { return .csv }
    let nearest = NearestName.hint(for: suffix, in: extensions.keys)
    throw failure("unknown kind of file", path, nearest)
  }

  /// The first character after white space and a byte order mark.
  private static func firstSign(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { $0 > 0x20 }
  }

  private static func failure(_ message: String, _ path: String, _ hint: String? = nil) -> Diagnostic {
    Diagnostic(
      "new.source", message, place: Diagnostic.Place(file: path),
      hint: hint ?? "okit-run new reads JSON, JSON Lines, CSV, SQLite databases and storyboards")
  }
}
