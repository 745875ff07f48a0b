import ArgumentParser
import OKitEngine

/// The format that the ending of a file's name tells, where no option names one.
enum FileEnding {
  /// Other common endings of the formats.
  private static let others = ["ndjson": "jsonl", "tsv": "csv"]

  /// - Throws: `ValidationError` for a file whose ending is not a format.
  static func format<Format>(of file: String, as type: Format.Type) throws -> Format
  where Format: RawRepresentable & CaseIterable, Format.RawValue == String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    if let ending, let format = Format(rawValue: others[ending] ?? ending) { return format }
    let formats = Format.allCases.map(\.rawValue)
    throw ValidationError(
      "The name of \(PrintableText.line(file)) does not end with a format; pass --format "
        + "\(formats.dropLast().joined(separator: ", ")) or \(formats.last ?? "").")
  }
}
