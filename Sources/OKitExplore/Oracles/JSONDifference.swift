/// The first difference of two values.
struct JSONDifference {
  /// The path of the difference, such as `/films/0/seen`.
  private(set) var path = ""
  private(set) var (old, new): (JSONValue, JSONValue)

  /// - Returns: Nil for equal values.
  init?(_ old: JSONValue, _ new: JSONValue) {
    guard old != new else { return nil }
    (self.old, self.new) = (old, new)
    while descend() {}
  }

  private mutating func descend() -> Bool {
    switch (old, new) {
    case (.object(let before), .object(let after)):
      let key = Set(before.keys).union(after.keys).sorted().first { before[$0] != after[$0] }
      guard let key else { return false }
      path += "/" + key
      (old, new) = (before[key] ?? .null, after[key] ?? .null)
      return true
    case (.array(let before), .array(let after)):
      guard let index = zip(before, after).enumerated().first(where: { $1.0 != $1.1 })?.offset else { return false }
      path += "/\(index)"
      (old, new) = (before[index], after[index])
      return true
    default: return false
    }
  }

  /// Returns a path without the numbers of elements.
  static func pattern(of path: String) -> String {
    path.split(separator: "/").map { Int($0) == nil ? "/\($0)" : "/*" }.joined()
  }

  /// The difference without secrets.
  func text(_ secrets: Secrets) -> String {
    "\(path) is \(Self.text(old, at: path, secrets)) before and \(Self.text(new, at: path, secrets)) after"
  }

  /// A value at a path as Lua has it, without secrets; of a long one the beginning and the end.
  static func text(_ value: JSONValue, at path: String = "", _ secrets: Secrets) -> String {
    let property = path.split(separator: "/").last { Int($0) == nil }.map(String.init) ?? ""
    let shown = secrets.masked(.object([property: value]))[property] ?? value
    return PrintableText.shortened(LuaText.literal(shown), to: 300)
  }
}
