/// A file of the page.
package struct PageAsset: Sendable {
  package let type: String
  package let bytes: [UInt8]

  package init(type: String, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }

  /// - Parameter name: The name, whose ending tells the type.
  package init(name: String, bytes: [UInt8]) {
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    self.init(type: Self.types[ending] ?? "application/octet-stream", bytes: bytes)
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
  ]
}
