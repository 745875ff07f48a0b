import OKitEngine

extension FuzzTarget {
  /// CSV: each problem has a code and a place in the input, and what is read is written again as the same records.
  public static let csv = FuzzTarget(name: "csv") {
    { input in
      let records = try read(input, mayFail: true)
      let written = records.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
      // A record of one field of nothing is an empty line.
      let kept = records.filter { $0.count > 1 || $0[0].isQuoted || !$0[0].text.isEmpty }
      let again = try read(Array(written.utf8), mayFail: false)
      try require(again.map { $0.map(\.text) } == kept.map { $0.map(\.text) }, "reads otherwise: \(written)")
    }
  }
}

private func field(_ field: CSVReader.Field) -> String {
  field.isQuoted || field.text.unicodeScalars.first == "\u{FEFF}"
    ? "\"" + field.text.replacing(each: "\"", with: "\"\"") + "\"" : field.text
}

private func read(_ input: [UInt8], mayFail: Bool) throws -> [[CSVReader.Field]] {
  var records: [[CSVReader.Field]] = []
  try input.withUnsafeBufferPointer { bytes in
    var reader = CSVReader(bytes, LineLocator(bytes, file: "f"))
    let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
    // Each call reads at least one byte.
    for _ in 0...input.count + 1 {
      do {
        guard let fields = try reader.next() else { return }
        records.append(fields)
      } catch let failure as CSVReader.Failure {
        try require(mayFail, "refuses what it has read: \(failure.diagnostic)")
        try require(
          ["csv.syntax", "csv.limit"].contains(failure.diagnostic.code.rawValue),
          "refused with \(failure.diagnostic.code)")
        let line = failure.diagnostic.place?.line ?? 0
        try require((1...lines).contains(line), "refused in line \(line)")
      }
    }
    throw FuzzFinding("does not come to an end")
  }
  return records
}
