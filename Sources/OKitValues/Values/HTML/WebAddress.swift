/// A URL that a page or a web cell may link to. It is never opened here.
package struct WebAddress: Hashable, Sendable {
  /// As browsers read it: without white space and control characters around it, tabs and line breaks inside.
  package let text: String

  /// The schemes that can be opened. A URL without one is relative.
  package static let schemes = ["http", "https", "mailto", "tel"]

  /// Nil for an empty text, one with control characters, a scheme that could run something, such as `javascript:`, and
  /// a URL in which programs may find different hosts: `https:` without a host, `//host` without a scheme, and a
  /// backslash in front of a query.
  package init?(_ text: String) {
    var bytes = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }[...]
    bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    guard Self.hasClearHost(bytes) else { return nil }
    self.text = String(decoding: bytes, as: UTF8.self)
  }

  private static func hasClearHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard !path.contains(UInt8(ascii: "\\")) else { return false }
    guard let scheme = scheme(of: bytes) else { return !path.starts(with: "//".utf8) }
    let rest = path.dropFirst(scheme.utf8.count + 1)
    switch scheme {
    case "http", "https":
      guard rest.starts(with: "//".utf8) else { return false }
      let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? []
      return host.first.map { $0 != UInt8(ascii: ":") } ?? false
    default: return schemes.contains(scheme) && !rest.isEmpty
    }
  }

  /// The longest scheme that is looked at; longer ones cannot be opened.
  private static let longestScheme = 32

  /// The letters before a colon, in lower case; nil for a relative URL.
  private static func scheme(of bytes: ArraySlice<UInt8>) -> String? {
    let name = bytes.prefix { isSchemeByte($0) }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ":") else { return nil }
    return String(decoding: name.prefix(longestScheme), as: UTF8.self).lowercased()
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
