/// The size and format of an image with bytes, for the screen.
package struct ImageInfo: Hashable, Sendable {
  /// The id of the entity with the bytes.
  package let id: String
  /// The media type that the bytes have, or else the one that the entity was given.
  package let format: String?
  /// In pixels; nil for bytes that are neither PNG nor JPEG.
  package let width: Int?
  package let height: Int?
  package let label: String?
  /// The number of pixels in a point.
  package let scale: Double
  /// Whether the image is drawn in the color of the text.
  package let isTemplate: Bool
  /// The number of bytes.
  package let size: Int
  /// The XXH64 of the bytes, by which a renderer sees that they were replaced.
  package let checksum: String

  /// The text shown in place of the image: its label, or else its id.
  package var name: String { label.flatMap { $0.isEmpty ? nil : $0 } ?? id }

  /// Returns the format and the size in pixels for people: `PNG 40 × 30`.
  ///
  /// - Parameter noun: Stands in place of an unknown format.
  package func kind(orElse noun: String) -> String {
    let kind = format.map { $0.split(separator: "/").last.map { $0.uppercased() } ?? $0 } ?? noun
    return if let width, let height { "\(kind) \(width) × \(height)" } else { kind }
  }

  /// The description as the value of a binding.
  package var value: Value {
    .map([
      "id": .string(id), "format": format.map(Value.string) ?? .null, "width": width.map(Value.int) ?? .null,
      "height": height.map(Value.int) ?? .null, "label": label.map(Value.string) ?? .null, "scale": .double(scale),
      "template": .bool(isTemplate), "size": .int(size),
      "checksum": .string(checksum),
    ])
  }

  /// Reads a description back; returns nil for any other value.
  package init?(_ value: Value) {
    guard case .map(let members) = value, case .string(let id)? = members["id"],
      case .double(let scale)? = members["scale"], case .bool(let isTemplate)? = members["template"],
      case .int(let size)? = members["size"], case .string(let checksum)? = members["checksum"]
    else { return nil }
    self.init(
      id: id, format: members["format"]?.scalarText, width: members["width"]?.int, height: members["height"]?.int,
      label: members["label"]?.scalarText, scale: scale, isTemplate: isTemplate, size: size,
      checksum: checksum)
  }

  package init(
    id: String, format: String?, width: Int?, height: Int?, label: String?, scale: Double, isTemplate: Bool, size: Int,
    checksum: String
  ) {
    (self.id, self.format, self.width, self.height) = (id, format, width, height)
    (self.label, self.scale, self.isTemplate, self.size) = (label, scale, isTemplate, size)
    self.checksum = checksum
  }
}
