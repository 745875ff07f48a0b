/// The values of the properties of an application that decide about its theme, its encryption and its protection.
struct ApplicationSettings: Equatable, Sendable {
  var themeName = ""
  var encryption = true
  var protection = true
  /// Minutes.
  var protectionTimeout = 5.0
  var protectionCover = true
}

extension ApplicationSettings {
  var jsonValue: JSONValue {
    [
      "themeName": .string(themeName), "encryption": .bool(encryption), "protection": .bool(protection),
      "protectionTimeout": Int(exactly: protectionTimeout).map(JSONValue.int) ?? .double(protectionTimeout),
      "protectionCover": .bool(protectionCover),
    ]
  }

  /// Reads what the file may decide: the theme, the time-out and the cover. Neither encryption nor protection can be
  /// switched off by a file.
  ///
  /// - Throws: `settings.file` for anything else than an object with values of the right types.
  init(_ json: JSONValue) throws {
    guard case .object(let members) = json else {
      throw Diagnostic("settings.file", "expected an object, found \(json.summary)")
    }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      switch (name, value) {
      case ("themeName", .string(let text)): themeName = text
      case ("protectionCover", .bool(let isOn)): protectionCover = isOn
      case ("protectionTimeout", .int(let minutes)) where minutes >= 0: protectionTimeout = Double(minutes)
      case ("protectionTimeout", .double(let minutes)) where minutes.isFinite && minutes >= 0:
        protectionTimeout = minutes
      case ("encryption", .bool), ("protection", .bool): break
      default: throw Diagnostic("settings.file", "/\(name): unexpected value \(value.summary)")
      }
    }
  }
}
