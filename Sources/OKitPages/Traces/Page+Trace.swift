internal import OKitTrace

extension Page {
  /// The page of a trace.
  ///
  /// - Parameters:
  ///   - bytes: The trace. Its records become the data of the page, also those that this version does not know.
  ///   - file: Its path, for messages.
  /// - Throws: What reading a trace throws.
  package init(trace bytes: [UInt8], file: String) throws(Diagnostic) {
    let header = try Trace(bytes, file: file).header
    var records: [JSONValue] = []
    var values = SharedValues()
    try Trace.forEachLine(of: bytes, file) { (record: JSONValue, _) throws(Diagnostic) in
      let record = Self.shown(record)
      _ = Self.replacingShared(in: record) {
        values.count($0)
        return $0
      }
      records.append(record)
    }
    records = records.map { Self.replacingShared(in: $0) { values.shared($0) } }
    // Each record has a line, so that the page can be read.
    var data = Array("{\"shared\":[".utf8)
    try Self.append(values.table, to: &data)
    data += "],\"records\":[".utf8
    try Self.append(records, to: &data)
    data += "]}".utf8
    self.init(.trace, title: header.test?.name ?? "okit \(header.command.rawValue)", data: data)
  }

  private static func append(_ values: [JSONValue], to data: inout [UInt8]) throws(Diagnostic) {
    for (index, value) in values.enumerated() {
      data += (index == 0 ? "\n" : ",\n").utf8
      do { data += try value.jsonBytes() } catch { throw error.diagnostic("trace.syntax") }
    }
    data += "\n".utf8
  }

  /// What the page does not show: the models at the start, which may be large, and coverage.
  private static let hidden = ["launch": ["models"], "done": ["covered"]]

  /// The members with parts that occur several times.
  private static let repeated = ["screen": ["value", "patch"], "done": ["ran"]]

  private static func shown(_ record: JSONValue) -> JSONValue {
    guard case .object(var members) = record, case .string(let kind)? = members["kind"] else { return record }
    for name in hidden[kind, default: []] { members[name] = nil }
    return .object(members)
  }

  private static func replacingShared(in record: JSONValue, _ replaced: (JSONValue) -> JSONValue) -> JSONValue {
    guard case .object(var members) = record, case .string(let kind)? = members["kind"] else { return record }
    for name in repeated[kind, default: []] { if let value = members[name] { members[name] = replaced(value) } }
    return .object(members)
  }
}
