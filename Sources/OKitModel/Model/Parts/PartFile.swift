/// The file of a part: of a blob, or of an entity that has a document of its own.
struct PartFile: Equatable {
  let path: String
  /// The name of the model whose stored document refers to it.
  let model: String
}

/// The paths of the files of parts. An id or a format becomes one name, whatever characters it has, and different ones
/// become different names.
package enum PartPath {
  package static let dataFolder = "\(ModelRegistry.folder)/\(dataFolderName)"
  package static let imageFolder = "\(ModelRegistry.folder)/\(imageFolderName)"
  package static let dataFolderName = "_data"
  package static let imageFolderName = "_image"

  /// The folders of the blobs of all models, and of the partials of one.
  package static func folders(ofModel name: String) -> [String] { [dataFolder, imageFolder, folder(ofModel: name)] }

  /// The maximum length of an encoded id and of an encoded extension, in bytes of UTF-8.
  static let maximumIDLength = 160
  static let maximumExtensionLength = 40

  /// Returns the path of a blob of the class `ModelData`; nil for an id that is too long for a file name.
  package static func data(id: String) -> String? { name(of: id).map { "\(dataFolder)/\($0).raw" } }

  /// Returns the path of a blob of the class `ModelImage`; nil for an id or a format that is too long for a file name.
  package static func image(id: String, format: String?) -> String? {
    guard let name = name(of: id), let suffix = fileExtension(of: format) else { return nil }
    return "\(imageFolder)/\(name).\(suffix)"
  }

  /// Returns whether a file name can end with a format.
  static func isValid(format: String) -> Bool { isShort(format: format) || fileExtension(of: format) != nil }

  /// Returns whether a file name can end with a format however it is encoded: each byte becomes three at most.
  static func isShort(format: String) -> Bool { 3 * format.utf8.count <= maximumExtensionLength }

  /// Returns whether an id becomes a file name however it is encoded, also with an encoded dot.
  static func isShort(id: String) -> Bool { !id.isEmpty && 3 * id.utf8.count <= maximumIDLength }

  /// Returns the path of the document of a partial; nil for an id that is too long for a file name.
  package static func document(model: String, id: String) -> String? {
    name(of: id).map { "\(folder(ofModel: model))/\($0).json" }
  }

  /// Returns the folder of the documents of a model's partials.
  package static func folder(ofModel model: String) -> String { "\(ModelRegistry.folder)/\(model)" }

  /// The part of a format after its first "/", "jpeg" where there is none.
  private static func fileExtension(of format: String?) -> String? {
    let parts = (format ?? "").parts(at: "/", maxSplits: 1)
    guard parts.count == 2, !parts[1].isEmpty else { return "jpeg" }
    // The last dot of a name begins its extension.
    return encoded(parts[1], escaping: [UInt8(ascii: ".")], limit: maximumExtensionLength)
  }

  /// Returns the name that stands for an id in the name of a file; nil for one that is too long, or empty.
  package static func name(of id: String) -> String? {
    guard let name = encoded(id[...], escaping: [], limit: maximumIDLength), !name.isEmpty else { return nil }
    return name.utf8.first == UInt8(ascii: ".") ? "%2E" + Substring(name.unicodeScalars.dropFirst()) : name
  }

  /// Returns a text as a part of a file name: separators, control characters, invisible characters, "%", and what would
  /// combine with the characters around the part are encoded as in a URL.
  private static func encoded(_ text: Substring, escaping more: [UInt8], limit: Int) -> String? {
    guard text.utf8.count <= limit else { return nil }
    var whole = text
    if whole.withUTF8({ bytes in bytes.allSatisfy { isPlain($0) && !more.contains($0) } }) { return String(text) }
    var result = ""
    let scalars = text.unicodeScalars
    let (joinsBefore, joinsBehind) = (text.joinsBefore, text.joinsBehind)
    for index in scalars.indices {
      let scalar = scalars[index]
      let joins =
        joinsBefore && index == scalars.startIndex || joinsBehind && scalars.index(after: index) == scalars.endIndex
      if isPlain(scalar), !joins, !(scalar.isASCII && more.contains(UInt8(scalar.value))) {
        result.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 { result += "%" + CollectionOfOne(byte).hexadecimal }
      }
    }
    return result.utf8.count <= limit ? result : nil
  }

  /// Whether a byte is a character of its own that nothing combines with.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "%"): false
    default: (0x20..<0x7F).contains(byte)
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\\", "%": return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: return false
    default: return true
    }
  }
}
