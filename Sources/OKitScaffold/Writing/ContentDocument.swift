/// Writes `content.json`: the data that a new model begins with, where they are too many for a script.
///
/// Each object of a list has a line of its own.
struct ContentDocument {
  /// The name of the file beside the scripts.
  static let file = "content.json"

  private var bytes: [UInt8] = []

  /// - Parameter size: The expected size of the document.
  static func bytes(_ content: ContentRecord, size: Int) -> [UInt8] {
    var document = ContentDocument()
    document.bytes.reserveCapacity(size)
    document.write(content.values.filter { !$0.value.isNone }, isRoot: true)
    document.bytes.append(UInt8(ascii: "\n"))
    return document.bytes
  }

  private mutating func write(_ members: [ContentField], id: String? = nil, isRoot: Bool = false) {
    append("{")
    var isFirst = true
    if let id {
      append("\"id\": ")
      append(quoted: id)
      isFirst = false
    }
    for member in members where !member.value.isNone {
      if !isFirst { append(isRoot ? "," : ", ") }
      if isRoot { append("\n  ") }
      isFirst = false
      append(quoted: member.name)
      append(": ")
      write(member.value, isLong: isRoot)
    }
    append(isRoot ? "\n}" : "}")
  }

  /// - Parameter isLong: Whether each element of a list has a line of its own.
  private mutating func write(_ value: ContentValue, isLong: Bool = false) {
    switch value {
    case .none: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .int(let number): append(String(number))
    case .double(let number): append(NumberText.text(of: number))
    case .text(let text), .reference(let text): append(quoted: text)
    case .map(let fields): write(fields)
    case .record(let record): write(record.values, id: record.id)
    case .list(let values):
      append("[")
      for (index, value) in values.enumerated() where !value.isNone {
        if index > 0 { append(isLong ? "," : ", ") }
        if isLong { append("\n    ") }
        write(value)
      }
      append(isLong && !values.isEmpty ? "\n  ]" : "]")
    }
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func append(quoted text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard isPlain else {
      bytes += JSONEncodedKey(text).bytes
      return
    }
    bytes.append(UInt8(ascii: "\""))
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\""))
  }
}
