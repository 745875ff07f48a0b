/// The classes of the settings of an application, `okit.ModelSettings` and `okit.ModelProtectionTimeout`.
package enum SettingsTypes {
  static let settingsName = "ModelSettings"
  static let timeoutName = "ModelProtectionTimeout"
  /// The names of the classes.
  static let names = [settingsName, timeoutName]
  /// The theme that `darkMode` stands for.
  static let darkTheme = "dark"

  /// The time-outs of a new model in minutes, which are their ids, and the keys of their names.
  package static let timeouts = [
    (id: "0", name: "Immediately"), (id: "1", name: "1 Minute"), (id: "5", name: "5 Minutes"),
    (id: "10", name: "10 Minutes"),
  ]

  /// The time-out of a new model.
  static let standardTimeout = "5"

  static func make(below entity: EntityType, model: EntityType) -> [EntityType] {
    [
      EntityType(builtIn: timeoutName, superType: entity, own: [Property("name", .string)], modelKind: nil),
      EntityType(
        builtIn: settingsName, superType: model,
        own: [
          Property("themeName", .string), darkMode, Property("encryption", .bool, default: .bool(true)),
          Property("protection", .bool, default: .bool(true)),
          Property("protectionTimeout", .reference(timeoutName, .nullify)),
          Property("timeouts", .list(.entity(timeoutName))),
        ], modelKind: model.modelKind),
    ]
  }

  private static var darkMode: Property {
    Property(
      "darkMode", .bool, role: .plain,
      builtIn: BuiltInComputation(
        value: { .bool($0.get($1, "themeName") == .string(darkTheme)) },
        write: { try $0.set($1, "themeName", .string($2.truth ? darkTheme : "")) }))
  }

  /// Returns the values of a new model of settings.
  ///
  /// - Parameter localized: Returns the text for a key.
  static func firstValues(_ localized: (String) -> String) -> [String: Value] {
    [
      "protectionTimeout": .string(standardTimeout),
      "timeouts": .list(timeouts.map { .map(["id": .string($0.id), "name": .string(localized($0.name))]) }),
    ]
  }
}

extension ModelStore {
  /// Makes the root of a model that was never stored: of settings, with the time-outs.
  ///
  /// - Throws: What giving a value to a property throws that a subclass declares in another way.
  func makeRoot(_ type: EntityType) throws -> EntityID {
    guard type.isSubtype(of: SettingsTypes.settingsName), let settings = types[SettingsTypes.settingsName] else {
      return make(type)
    }
    let values = SettingsTypes.firstValues(environment.text).filter { name, _ in
      // A subclass may declare such a property for something else.
      type.property(named: name)?.type == settings.property(named: name)?.type
    }
    return try create(type, values)
  }
}
