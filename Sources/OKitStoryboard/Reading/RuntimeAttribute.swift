/// A user defined runtime attribute of an element.
struct RuntimeAttribute {
  enum Value {
    case string(String)
    /// A text that Interface Builder translates.
    case localized(String)
    case bool(Bool)
    case number(Double)
    case image(String)
    case color(ColorValue)
    case null
    /// A type that no property of okit has, or a value that is not one of its type.
    case unusable
  }

  let keyPath: String
  let type: String
  let value: Value
  /// The position of the key path.
  let position: XMLPosition
  let valuePosition: XMLPosition

  init(_ element: XMLElement) {
    let key = element.attribute("keyPath")
    keyPath = key?.value ?? ""
    position = key?.valuePosition ?? element.position
    valuePosition = element.attribute("value")?.valuePosition ?? element.child(key: "value")?.position ?? position
    type = element["type"] ?? "string"
    value = Self.value(of: element, type)
  }

  private static func value(of element: XMLElement, _ type: String) -> Value {
    let inner = element.child(key: "value")
    // Interface Builder writes short values as an attribute, and others as an element.
    let text = element["value"] ?? inner.flatMap { $0["value"] ?? $0["name"] ?? ($0.text.isEmpty ? nil : $0.text) }
    switch type {
    case "string":
      guard let text else { return .string("") }
      return inner?.name == "localizedString" ? .localized(text) : .string(text)
    case "localizedString", "localized": return text.map(Value.localized) ?? .unusable
    case "boolean":
      switch text {
      case "YES", "true": return .bool(true)
      case "NO", "false": return .bool(false)
      default: return .unusable
      }
    case "number": return text.flatMap(NumberText.double).map(Value.number) ?? .unusable
    case "image": return text.map(Value.image) ?? .unusable
    case "color": return inner.flatMap(InterfaceColor.read).map(Value.color) ?? .unusable
    case "nil": return .null
    default: return .unusable
    }
  }
}
