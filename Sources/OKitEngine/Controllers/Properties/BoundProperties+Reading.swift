/// Reading properties by the type of their keys. A property without a value has its default.
extension BoundProperties {
  /// The value of a property as it is.
  func value<Result>(_ key: ComponentKey<Result>) -> Value { read(slot: key.slot, .value) }

  /// The value of the property with a name; nil when the class has no such property.
  package func value(named name: String) -> Value? {
    component.descriptor.table.slot(named: name).map { read(slot: $0, .value) }
  }

  /// The value as text, by the rule of `getString`.
  func string(slot: Int) -> String? {
    if compiled.known[slot].contains(.null) { return nil }
    return switch read(slot: slot, .text) {
    case .string(let text): text
    case let value: TextRun.runs(value).map(TextRun.text)
    }
  }

  /// A text with the runs of an attributed one.
  func styledText(_ key: ComponentKey<String>) -> (text: String?, runs: [TextRun]) {
    if isNull(key) { return (nil, []) }
    switch read(slot: key.slot, .text) {
    case .string(let text): return (text, [])
    case let value:
      let runs = TextRun.runs(value)
      return (runs.map(TextRun.text), runs ?? [])
    }
  }

  /// The runs of an attributed text; empty for a plain one.
  func runs(_ key: ComponentKey<String>) -> [TextRun] {
    isNull(key) ? [] : TextRun.runs(read(slot: key.slot, .text)) ?? []
  }

  /// Whether a property is known to be nil.
  private func isNull<Result>(_ key: ComponentKey<Result>) -> Bool { compiled.known[key.slot].contains(.null) }

  /// Whether nothing is evaluated for a property.
  func isConstant<Result>(_ key: ComponentKey<Result>) -> Bool { compiled.known[key.slot].contains(.constant) }

  subscript(key: ComponentKey<Value>) -> Value { value(key) }
  subscript(key: ComponentKey<Bool>) -> Bool {
    let known = compiled.known[key.slot]
    return known.contains(.constant) ? known.contains(.on) : value(key).flag
  }
  subscript(key: ComponentKey<Int>) -> Int? { isNull(key) ? nil : value(key).int }
  subscript(key: ComponentKey<Double>) -> Double? { isNull(key) ? nil : value(key).double }
  subscript(key: ComponentKey<String>) -> String? { string(slot: key.slot) }
  subscript(key: ComponentKey<DateValue>) -> DateValue? { evaluator.date(value(key)) }

  subscript(key: ComponentKey<EntityID>) -> EntityID? {
    if case .entity(let entity) = value(key) { entity } else { nil }
  }

  /// The name of an image: of a blob, its label.
  subscript(key: ComponentKey<ImageValue>) -> String? { shownImage(key)?.name }

  /// The name of an image, and the size and format of one with bytes, for the screen.
  func shownImage(_ key: ComponentKey<ImageValue>) -> (name: String, info: ImageInfo?)? {
    if isNull(key) { return nil }
    let value = read(slot: key.slot, .image)
    switch value {
    case .data(let data), .image(.data(let data)): return ("data", imageInfo(of: data.bytes, key, format: nil))
    case .string(let name), .image(.named(let name)): return name.isEmpty ? nil : (name, nil)
    default: return ImageInfo(value).map { ($0.name, $0) }
    }
  }

  /// The size and format of bytes that belong to no blob.
  ///
  /// - Parameter format: The media type for bytes that do not tell theirs.
  func imageInfo(of bytes: [UInt8], _ key: ComponentKey<ImageValue>, format: String?) -> ImageInfo {
    let header = ImageHeader(bytes)
    let owner = context.flatMap { evaluator.store.id(of: $0) } ?? ""
    let path = program(key)?.text ?? ""
    return ImageInfo(
      id: owner.isEmpty ? path : "\(owner)/\(path)", format: header?.format.rawValue ?? format, width: header?.width,
      height: header?.height, label: nil, scale: 1, isTemplate: false, size: bytes.count,
      checksum: XXHash64.text(XXHash64.checksum(bytes)))
  }

  subscript(key: ComponentKey<PlainText>) -> String? { component.values.text(key) }

  // MARK: Lists

  /// One entry for each part of a multipart binding or element of a list; nil where nothing was written.
  subscript(key: ComponentKey<[Value?]>) -> [Value?] {
    guard case .list(let items)? = given(key) else { return parts(slot: key.slot) }
    let first = firstPlace(key)
    return items.indices.map { read(items[$0], place: first + $0, .value) }
  }

  /// The text of each part, nil where nothing was written or the value is nil.
  subscript(key: ComponentKey<[String?]>) -> [String?] {
    guard case .list(let items)? = given(key) else { return texts(slot: key.slot) }
    let first = firstPlace(key)
    return items.indices.map { read(items[$0], place: first + $0, .text).stringValue }
  }

  /// The names of the actions of More..., nil for those that records give.
  func names(_ key: ComponentKey<[MoreActionDefinition]>) -> [String?] {
    guard case .moreActions(let actions)? = given(key) else { return texts(slot: key.slot) }
    return actions.indices.map { index in
      guard case .name(let given) = actions[index] else { return nil }
      let place =
        firstPlace(key) + index * MoreActionDefinition.fields.schemas.count + MoreActionDefinition.keys.name.slot
      return read(given, place: place, .text).stringValue
    }
  }

  /// The text that a record of a list gives for a field.
  ///
  /// - Parameters:
  ///   - index: That of the record.
  ///   - count: The number of fields.
  func text<Result>(
    _ given: PropertyValue, of field: ComponentKey<String>, in key: ComponentKey<Result>, _ index: Int, of count: Int
  ) -> String? { read(given, place: firstPlace(key) + index * count + field.slot, .text).stringValue }

  fileprivate func firstPlace<Result>(_ key: ComponentKey<Result>) -> Int {
    if case .elements(let place) = compiled.readings[key.slot] { place } else { 0 }
  }
}

/// The fields of one record in a list such as `sections`, read like properties. What is not given is nil.
struct BoundRecord {
  private let properties: BoundProperties
  private let values: PropertyValues
  private let firstPlace: Int

  /// - Parameter index: which record of the list it is, from 0.
  init<Result>(_ properties: BoundProperties, _ key: ComponentKey<Result>, _ index: Int, _ values: PropertyValues) {
    (self.properties, self.values) = (properties, values)
    firstPlace = properties.firstPlace(key) + index * values.slots.count
  }

  func value<Result>(_ key: ComponentKey<Result>) -> Value? {
    values[key].map { properties.read($0, place: firstPlace + key.slot, .value) }
  }

  subscript(key: ComponentKey<Bool>) -> Bool? { value(key)?.flag }

  subscript(key: ComponentKey<String>) -> String? {
    values[key].flatMap { properties.read($0, place: firstPlace + key.slot, .text).stringValue }
  }
}

extension Value {
  fileprivate var stringValue: String? { if case .string(let text) = self { text } else { nil } }
}
