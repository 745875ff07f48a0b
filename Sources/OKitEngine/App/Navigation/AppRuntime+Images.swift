extension AppRuntime {
  /// Returns the bytes of an image and their media type, by the identifier that screens have for it: of a blob, or of a
  /// property with bytes or a Base64 text. Nil for anything else. No function of a script runs.
  package func imageBytes(_ id: String) -> (bytes: [UInt8], format: String?)? {
    if let blob = store.find(id), case .data(let data)? = store.image(of: blob) {
      return (data.bytes, store.imageInfo(of: blob)?.format)
    }
    guard let slash = id.lastIndex(of: "/"), let owner = store.find(String(id[..<slash])),
      let property = store.type(of: owner)?.property(named: String(id[id.index(after: slash)...])),
      !property.isComputed, !property.isSecret
    else { return nil }
    switch store.get(owner, property) {
    case .data(let data), .image(.data(let data)): return (data.bytes, ImageHeader(data.bytes)?.format.rawValue)
    case .string(let text) where Base64Image.isOne(text):
      // A text that is no image has no bytes; the screen has reported it.
      do {
        let image = try Base64Image(text)
        return (image.bytes, ImageHeader(image.bytes)?.format.rawValue ?? image.format)
      } catch { return nil }
    default: return nil
    }
  }
}
