extension Value {
  /// Returns the value as text, by the rule of `getString`; nil for nil and for values without text (functions, bytes
  /// of an image, dates outside the range of the calendar).
  ///
  /// - Parameters:
  ///   - describing: the text of an entity: its description, or `Type(id)`.
  ///   - elements: the elements of a live collection, in order.
  package func text(describing: (EntityID) -> String?, elements: (CollectionRef) -> [Value]) -> String? {
    switch self {
    case .entity(let id): describing(id)
    case .collection(let collection): Self.joined(elements(collection), describing, elements)
    case .list(let values): Self.joined(values, describing, elements)
    case .map(let members):
      Self.joined(members.sorted { $0.key < $1.key }.map(\.value), describing, elements)
    default: scalarText
    }
  }

  /// The text of a value that needs no model; nil for nil, functions, entities and collections.
  package var scalarText: String? {
    switch self {
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .double(let double): NumberText.text(of: double)
    case .string(let text): text
    case .date(let date): ISO8601.text(of: date)
    case .day(let day): day.text
    case .data(let data): data.base64
    case .color(let color): color.hex
    case .image(.named(let name)): name
    case .null, .image(.data), .entity, .collection, .list, .map, .function, .handle: nil
    }
  }

  private static func joined(
    _ values: [Value], _ describing: (EntityID) -> String?, _ elements: (CollectionRef) -> [Value]
  ) -> String {
    var joined = BoundedStringBuilder()
    for value in values {
      guard let text = value.text(describing: describing, elements: elements) else { continue }
      // Too long to be read.
      guard joined.append(text, after: ", ") else { return joined.text + "…" }
    }
    return joined.text
  }
}
