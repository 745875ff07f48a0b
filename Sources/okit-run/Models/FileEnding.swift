/// The format that the ending of a file's name tells, where no option names one.
enum FileEnding {
  /// Other common endings of the formats.
  private static let others = ["ndjson": "jsonl", "tsv": "csv", "txt": "text", "htm": "html"]

  /// Whether a name says that tabs separate the fields of CSV.
  static func hasTabs(_ file: String) -> Bool { file.lowercased().hasSuffix(".tsv") }

  /// The ending of a file's name, in lower case; nil for a name without one.
  static func ending(of file: String) -> String? {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
  }

  /// The format of an ending; nil for one that is not a format.
  static func format<Format>(ofEnding ending: String, as type: Format.Type) -> Format?
  where Format: RawRepresentable, Format.RawValue == String { Format(rawValue: others[ending] ?? ending) }

  /// - Throws: `ValidationError` for a file whose ending is not a format.
  static func format<Format>(of file: String, as type: Format.Type) throws -> Format
  where Format: RawRepresentable & CaseIterable, Format.RawValue == String {
    let ending = ending(of: file)
    if let ending, let format = format(ofEnding: ending, as: type) { return format }
    let formats = Format.allCases.map(\.rawValue)
    let known = "\(formats.dropLast().joined(separator: ", ")) or \(formats.last ?? "")"
    if let ending, !ending.isEmpty {
      throw ValidationError(
        "The ending .\(PrintableText.line(ending)) is not a format of this command; pass --format \(known).")
    }
    throw ValidationError(
      "The name of \(PrintableText.line(file)) does not end with a format; pass --format \(known).")
  }
}
