/// The codes of findings.
package struct FindingCode: Sendable {
  package let code: String
  package let severity: Diagnostic.Severity
  /// What is found: a phrase.
  package let meaning: String

  private init(_ code: String, _ severity: Diagnostic.Severity, _ meaning: String) {
    (self.code, self.severity, self.meaning) = (code, severity, meaning)
  }

  /// The codes of `okit-run check`. The checks at the start have more, which keep their codes.
  package static let all = [
    FindingCode("binding.syntax", .error, "a text that is not a binding"),
    FindingCode("binding.property", .error, "an unknown property"),
    FindingCode("binding.function", .error, "an unknown function"),
    FindingCode("binding.operator", .error, "an unknown collection operator"),
    FindingCode("binding.model", .error, "a model that is not registered"),
    FindingCode("binding.class", .error, "an unknown class"),
    FindingCode("binding.type", .error, "a value of a type that the property can never use"),
    FindingCode("binding.arity", .error, "a wrong number of parameters"),
    FindingCode("binding.nullable", .note, "a step through something that may be nil, where the result is written"),
    FindingCode("controller.target", .error, "a segue, a tab or a navigation to a controller that is not defined"),
    FindingCode("controller.identifier", .error, "a home or a menu that is not defined, or a name that is taken"),
    FindingCode("controller.context", .error, "a segue or tab that hands over a context of the wrong class"),
    FindingCode("controller.unreachable", .warning, "a controller that nothing opens"),
    FindingCode("controller.property", .error, "an unknown or repeated property, or a value of the wrong form"),
    FindingCode("function.unused", .warning, "a function that nothing names"),
    FindingCode("localization.missing", .warning, "a key without a text in a language of the application"),
    FindingCode("localization.unused", .warning, "a text that nothing names"),
    FindingCode("model.unregistered", .error, "a controller that reads a model which is not registered"),
    FindingCode("model.type", .error, "an unknown class in a schema"),
    FindingCode("model.secret", .warning, "a secret property in a model that is stored without encryption"),
    FindingCode("lua.field", .error, "an unknown field of an entity, of a collection or of the module"),
    FindingCode("lua.argument", .error, "an option of a function of okit with a value of another type"),
    FindingCode("lua.global", .warning, "a global variable that nothing defines"),
    FindingCode("coverage.missed", .note, "something that no test covers"),
    FindingCode(
      "coverage.stale", .note, "a file that has changed since its coverage was measured, or was not measured"),
  ]

  /// The codes of the checks at the start for the same mistakes.
  private static let codes: [String: String] = [
    "binding.unknownName": "binding.property", "model.unknownProperty": "binding.property",
    "binding.unknownModel": "binding.model", "model.noDefault": "model.unregistered",
    "binding.notWritable": "binding.type", "binding.noEffect": "binding.type", "binding.notACollection": "binding.type",
    "selection.path": "binding.type", "selection.refType": "binding.type", "binding.limit": "binding.syntax",
    "function.parameters": "binding.arity",
    "controller.container": "controller.target", "controller.unknownProperty": "controller.property",
    "controller.duplicate": "controller.identifier", "model.unknownType": "binding.class",
  ]

  private static let identifiers: Set = ["homeIdentifier", "menuIdentifier", "identifier", "rowIdentifier"]

  /// Returns the code of a finding for a diagnostic.
  static func code(for diagnostic: Diagnostic) -> String {
    if diagnostic.code == "controller.unknown" {
      return identifiers.contains(diagnostic.origin?.property ?? "") ? "controller.identifier" : "controller.target"
    }
    // A script has read a field.
    let isInScript = diagnostic.origin == nil || diagnostic.excerpt?.source.name == diagnostic.place?.file
    if isInScript,
      ["binding.unknownName", "lua.unknownMember", "model.unknownProperty"].contains(diagnostic.code.rawValue)
    {
      return "lua.field"
    }
    return codes[diagnostic.code.rawValue] ?? diagnostic.code.rawValue
  }
}
