/// The URIs by which clients name files.
enum DocumentURI {
  /// Returns the path of a `file:` URI; nil for any other.
  static func path(_ uri: String) -> String? {
    guard uri.lowercased().hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst("file://".count)
    // An empty authority is this machine.
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash].lowercased()) else {
      return nil
    }
    let path = String(decoding: rest[slash...].prefix { $0 != "?" && $0 != "#" }.percentDecoded, as: UTF8.self)
    return path.utf8.contains(0) ? nil : path
  }

  /// Returns the `file:` URI of an absolute path.
  static func uri(_ path: String) -> String { "file://" + path.percentEncoded(keeping: "/") }

  /// Returns the path without symbolic links, by which the engine names a file; the given path for a missing file.
  static func real(_ path: String) -> String { SystemFile.realPath(path) ?? path }
}
