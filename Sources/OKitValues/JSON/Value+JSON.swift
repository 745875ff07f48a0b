/// Values as JSON: what JSON has no form for is an object with one member, such as `{"$day": "2024-06-15"}`. A `double`
/// without a fraction is read as an `int`, which converts to `Double` all the same.
extension Value {
  /// Reads what `json()` has returned, or any other JSON.
  ///
  /// - Throws: `json.syntax`, `json.value`.
  public init(json bytes: some Sequence<UInt8>) throws {
    self = try Self.value(JSONValue.parse(data: bytes))
  }

  /// Returns the value as JSON, as UTF-8: bytes as Base64, dates as seconds since 2001, days as `2024-06-15`, entities
  /// as a handle that only the same application understands.
  ///
  /// - Throws: `json.value` for functions, collections and controllers; `json.number` for NaN and infinity;
  ///   `json.depth` for more than 512 levels of lists and maps.
  public func json() throws -> [UInt8] { try tagged(depth: 0).jsonBytes() }

  private enum Tag: String {
    case date = "$date"
    case day = "$day"
    case data = "$data"
    case color = "$color"
    case image = "$image"
    case entity = "$entity"
    /// A map with a key that begins with a dollar sign.
    case map = "$map"

    /// The content, for a message.
    var content: String {
      switch self {
      case .date: "seconds since 2001"
      case .day: "a day such as \"2024-06-15\""
      case .data: "a text in Base64"
      case .color: "a color such as \"#ff8000\""
      case .image: "a name, or {\"data\": …} with a text in Base64"
      case .entity: "two numbers such as [12, 1]"
      case .map: "an object"
      }
    }
  }

  private func tagged(depth: Int) throws -> JSONValue {
    // A program can build values that are deeper than the stack.
    guard depth <= JSONReader.maximumDepth else { throw JSONWriter.tooDeep() }
    func tagged(_ tag: Tag, _ content: JSONValue) -> JSONValue { .object([tag.rawValue: content]) }
    switch self {
    case .null, .bool, .int, .double, .string: return jsonValue ?? .null
    case .date(let date): return tagged(.date, date.jsonValue)
    case .day(let day): return tagged(.day, .string(day.text))
    case .data(let data): return tagged(.data, .string(data.base64))
    case .color(let color): return tagged(.color, .string(color.hex))
    case .image(.named(let name)): return tagged(.image, .string(name))
    case .image(.data(let data)): return tagged(.image, ["data": .string(data.base64)])
    case .entity(let entity): return tagged(.entity, [.int(Int(entity.index)), .int(Int(entity.generation))])
    case .list(let values): return .array(try values.map { try $0.tagged(depth: depth + 1) })
    case .map(let members):
      let content = JSONValue.object(try members.mapValues { try $0.tagged(depth: depth + 1) })
      return members.keys.contains { $0.hasPrefix("$") } ? tagged(.map, content) : content
    case .collection, .function, .handle: throw Diagnostic("json.value", "a \(typeName) has no JSON form")
    }
  }

  private static func value(_ json: JSONValue) throws -> Value {
    switch json {
    case .array(let elements): return .list(try elements.map(value))
    case .object(let members):
      guard members.count == 1, let (name, content) = members.first, let tag = Tag(rawValue: name) else {
        return .map(try members.mapValues(value))
      }
      guard let value = try value(tag, content) else {
        let found = try content.json(pretty: false)
        throw Diagnostic(
          "json.value", "\"\(name)\" needs \(tag.content), got \(found.count > 40 ? found.prefix(40) + "…" : found)")
      }
      return value
    default: return Value(json)
    }
  }

  /// Returns nil for another form than that of the tag.
  private static func value(_ tag: Tag, _ content: JSONValue) throws -> Value? {
    switch (tag, content) {
    case (.date, .int), (.date, .double): DateValue(content).map(Value.date)
    case (.day, .string(let text)): DayValue(text).map(Value.day)
    case (.data, _): DataValue(content).map(Value.data)
    case (.color, _): ColorValue(content).map(Value.color)
    case (.image, .string(let name)): .image(.named(name))
    case (.image, .object(let members)): members["data"].flatMap { DataValue($0) }.map { .image(.data($0)) }
    case (.entity, .array(let numbers)):
      if numbers.count == 2, case (.int(let first), .int(let second)) = (numbers[0], numbers[1]),
        let index = UInt32(exactly: first), let generation = UInt32(exactly: second)
      {
        .entity(EntityID(index: index, generation: generation))
      } else {
        nil
      }
    case (.map, .object(let members)): .map(try members.mapValues(value))
    default: nil
    }
  }
}
