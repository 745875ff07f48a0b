/// The value of an attribute of XML, and where its characters are written.
struct AttributeText {
  private(set) var text = ""
  /// The offset in characters of each UTF-8 offset of the value, and that after it.
  private var offsets: [Int] = []

  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  /// - Parameter source: begins with the value, which ends at a quotation mark.
  init(_ source: some StringProtocol) {
    let characters = Array(source)
    var index = 0
    while index < characters.count, characters[index] != "\"" {
      let start = index
      var value = String(characters[index])
      index += 1
      if value == "&", let end = characters[index...].prefix(10).firstIndex(of: ";") {
        value = Self.entity(String(characters[index..<end])) ?? ""
        index = end + 1
      }
      text += value
      offsets += Array(repeating: start, count: value.utf8.count)
    }
    offsets.append(index)
  }

  private static func entity(_ name: String) -> String? {
    if let known = entities[name] { return known }
    let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    return number.flatMap(Unicode.Scalar.init).map(String.init)
  }

  /// Returns the offset in characters in the source of a UTF-8 offset in the value.
  func offset(of offset: Int) -> Int { offsets.indices.contains(offset) ? offsets[offset] : offsets.last ?? 0 }
}
