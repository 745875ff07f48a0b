/// The bindings that show properties.
struct BindingPaths {
  let model: ModelDraft

  /// The binding of the texts that name an entity: `name`, or `firstName,lastName`.
  ///
  /// - Parameter prefix: A path to the entity that ends with `/`, or nothing.
  func title(of type: ClassDraft, prefix: String = "", depth: Int = 0) -> String {
    // References to each other have no text.
    let parts = depth > 3 ? [] : type.title.compactMap { type[$0].map { text(of: $0, prefix: prefix, depth: depth) } }
    return parts.isEmpty ? prefix + "id" : parts.joined(separator: ",")
  }

  /// The binding of a property as a text.
  func text(of property: PropertyDraft, prefix: String = "", depth: Int = 0) -> String {
    let path = prefix + property.name
    switch property.kind {
    case .date(let hasTime): return path + (hasTime ? "/formatDateTime" : "/formatDate")
    case .enumeration: return path + "/localized"
    case .reference(let name):
      guard let type = model[name] else { return path + "/refKey" }
      return title(of: type, prefix: path + "/ref/", depth: depth + 1)
    case .object(let name):
      guard let type = model[name] else { return path }
      return title(of: type, prefix: path + "/", depth: depth + 1)
    case .text, .longText, .bool, .int, .double, .data, .color, .image, .references, .objects, .list, .map:
      return path
    }
  }

  /// The sort keys of a list; nil for the order of the data.
  func sort(of type: ClassDraft) -> String? {
    type.hasTextTitle ? type.title.reversed().joined(separator: ",") : nil
  }
}
