import Glibc

/// The environment of the process; empty variables count as not set.
struct Environment {
  private let variable: (String) -> String?
  private let localTime: () -> String?

  /// The environment of this process.
  init() {
    self.init(localTime: Self.linkTarget("/etc/localtime")) { name in getenv(name).map { String(cString: $0) } }
  }

  /// - Parameter localTime: where `/etc/localtime` leads.
  init(localTime: @autoclosure @escaping () -> String? = nil, variable: @escaping (String) -> String?) {
    (self.localTime, self.variable) = (localTime, variable)
  }

  subscript(name: Variable) -> String? { variable(name.rawValue).flatMap { $0.isEmpty ? nil : $0 } }

  /// A folder of the XDG base directory specification: the variable when it is absolute, else below the home folder.
  func folder(_ name: Variable, orHome path: String) -> String? {
    if let folder = self[name], folder.hasPrefix("/") { return folder }
    return self[.home].map { "\($0)/\(path)" }
  }

  var temporaryFolder: String { self[.temporaryFolder] ?? "/tmp" }

  /// Such as `de_DE`, without encoding and modifier; `en_US` where none is set, or an unknown one.
  var locale: String {
    guard let text = self[.allLocale] ?? self[.messages] ?? self[.language] else { return "en_US" }
    let name = String(text.prefix { $0 != "." && $0 != "@" })
    return FormatterCache.isLocale(name) ? name : "en_US"
  }

  /// A name of the IANA database; `UTC` where none is set.
  var timeZone: String { Self.zone(self[.timeZone]) ?? Self.zone(localTime()) ?? "UTC" }

  private static func zone(_ text: String?) -> String? {
    guard let text else { return nil }
    let parts = text.split(separator: "/").map(String.init)
    if let start = parts.firstIndex(of: "zoneinfo") { return Array(parts[(start + 1)...]).joined(by: "/") }
    return [":", "/", "."].contains(where: text.hasPrefix) ? nil : text
  }

  private static func linkTarget(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlink(path, $0, characters.count) } ?? 0
      }
    }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
