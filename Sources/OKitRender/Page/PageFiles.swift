internal import CPages

/// What pages of screens have from the live page: its styles and icons.
enum PageFiles {
  /// The styles in the order in which the live page loads them.
  static let style = ["base", "bars", "rows", "controls", "dialogs", "grid", "forced"]
    .map { file("/live/style/\($0).css") }.joined()

  private static func file(_ path: String) -> String {
    var index = 0
    while case let file = okit_live_file(index), let name = file.path {
      if String(cString: name) == path {
        return String(
          decoding: UnsafeRawBufferPointer(start: file.content.bytes, count: file.content.length), as: UTF8.self)
      }
      index += 1
    }
    return ""
  }

  /// Returns an icon; nil for an unknown name.
  static func icon(_ name: String) -> Markup? {
    let known = paths[name] == nil ? otherNames[name] ?? name : name
    guard let path = paths[known] else { return nil }
    return .element(
      "svg", ["icon", "icon-\(known)"], [("viewBox", "0 0 24 24"), ("aria-hidden", "true")],
      [.element("path", [], [("d", path)])])
  }

  /// The paths of icons, in the script that draws them on the live page.
  private static let paths = objects.first ?? [:]

  /// Other names of icons.
  private static let otherNames = objects.dropFirst().first ?? [:]

  private static let objects = file("/live/document/icons.js").split(separator: "\n};").prefix(2).map(pairs)

  /// The properties of an object in JavaScript: `name: "text"`.
  private static func pairs(_ text: Substring) -> [String: String] {
    var pairs: [String: String] = [:]
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    for place in stride(from: 0, to: parts.count - 1, by: 2) where parts[place].hasSuffix(": ") {
      let name = String(parts[place].dropLast(2).reversed().prefix { $0.isLetter }.reversed())
      if !name.isEmpty { pairs[name] = String(parts[place + 1]) }
    }
    return pairs
  }
}
