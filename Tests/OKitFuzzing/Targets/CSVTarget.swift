import OKitEngine
import OKitExchange

extension FuzzTarget {
  /// CSV: each problem has a code and a place in the input, and what is read is written again as the same records.
  public static let csv = FuzzTarget(name: "csv") {
    { input in
      let records = try read(input, isWritten: false)
      let written = records.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
      // A record of one field of nothing is an empty line.
      let kept = records.filter { $0.count > 1 || $0[0].isQuoted || !$0[0].text.isEmpty }
      let again = try read(Array(written.utf8), isWritten: true)
      try require(again.map { $0.map(\.text) } == kept.map { $0.map(\.text) }, "reads otherwise: \(written)")
    }
  }
}

private func field(_ field: CSVReader.Field) -> String {
  field.isQuoted || field.text.unicodeScalars.first == "\u{FEFF}"
    || field.text.utf8.contains { [0x0A, 0x0D, 0x2C].contains($0) }
    ? "\"" + field.text.replacing(each: "\"", with: "\"\"") + "\"" : field.text
}

/// - Parameter isWritten: Whether the input was written with commas, and has no mistakes.
private func read(_ input: [UInt8], isWritten: Bool) throws -> [[CSVReader.Field]] {
  var records: [[CSVReader.Field]] = []
  try input.withUnsafeBufferPointer { bytes in
    let locator = LineLocator(bytes, file: "f")
    let lines = input.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
    func check(_ diagnostic: Diagnostic, _ codes: Diagnostic.Code...) throws {
      try require(!isWritten, "refuses what it has read: \(diagnostic)")
      try require(codes.contains(diagnostic.code), "refused with \(diagnostic.code)")
      let line = diagnostic.place?.line ?? 0
      try require((1...lines).contains(line), "refused in line \(line)")
    }
    var dialect = CSVDialect()
    do throws(Diagnostic) { if !isWritten { dialect = try CSVDialect(of: bytes, locator) } } catch {
      return try check(error, "csv.header")
    }
    var reader = CSVReader(bytes, locator, dialect)
    // Each call reads at least one byte.
    for _ in 0...input.count + 1 {
      do {
        guard let fields = try reader.next() else { return }
        records.append(fields)
      } catch let failure as CSVReader.Failure { try check(failure.diagnostic, "csv.syntax", "csv.limit") }
    }
    throw FuzzFinding("does not come to an end")
  }
  return records
}
