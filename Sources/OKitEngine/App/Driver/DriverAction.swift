/// Something that a person does to the screen or to an element, declared once: the function of scripts
/// (`row:quick()`), its documentation, and the command of sessions (`quick Dune`) follow from it.
package struct DriverAction<Target>: Sendable {
  /// The name of the function.
  package let name: String
  /// The parameter of the function, in the notation of the Lua language server; empty for none.
  package let parameter: String
  package let meaning: String
  /// Nil for an action that only scripts perform.
  package let command: DriverCommand?
  package let body: Body

  init(_ name: String, _ parameter: String, _ meaning: String, _ command: DriverCommand? = nil, _ body: Body) {
    (self.name, self.parameter, self.meaning, self.command, self.body) = (name, parameter, meaning, command, body)
  }

  /// Declares an action without a parameter.
  init(
    _ name: String, _ meaning: String, _ command: DriverCommand? = nil,
    _ perform: @escaping @Sendable (Target) throws -> Void
  ) {
    self.init(name, "", meaning, command, .plain(perform))
  }

  /// What performs the action, by what it takes. A new case is read by `HostMember` (in OKitLua) and `SessionCommand`.
  package enum Body: Sendable {
    case plain(@Sendable (Target) throws -> Void)
    case locator(@Sendable (Target, Locator) throws -> Void)
    case optionalLocator(@Sendable (Target, Locator?) throws -> Void)
    /// A text that may be empty.
    case text(@Sendable (Target, String) throws -> Void)
    case name(@Sendable (Target, String) throws -> Void)
    case edge(@Sendable (Target, Action.Edge) throws -> Void)
    case place(@Sendable (Target, RowDriver.Place) throws -> Void)
    case value(@Sendable (Target, Value) throws -> Void)
    case number(@Sendable (Target, Double) throws -> Void)
    /// A whole number, which is 1 by default.
    case count(@Sendable (Target, Int) throws -> Void)
    /// A date, a day, or one of both as a text.
    case date(@Sendable (Target, Value) throws -> Void)
    /// The title of an option, or its number from 1.
    case option(@Sendable (Target, Locator) throws -> Void)
  }
}

/// The command of sessions for an action.
package struct DriverCommand: Sendable {
  package typealias Names = @Sendable (_ driver: AppDriver, _ row: Locator?, _ beginning: String) -> [String]

  package let name: String
  /// The notation of the arguments, such as `X > Action`.
  package let usage: String
  package let summary: String
  /// A line with the command.
  package let example: String
  /// How the command names one of several elements with the same name, if that is by a number.
  package let hintForSeveral: String?
  /// Whether the argument may also name a cell of a grid: `2, Price`.
  package let takesCells: Bool
  /// The names that the argument can have, at least those that begin with a text.
  package let names: Names

  init(
    _ name: String, _ usage: String, _ summary: String, example: String, several hintForSeveral: String? = nil,
    takesCells: Bool = false, names: @escaping Names = { _, _, _ in [] }
  ) {
    (self.name, self.usage, self.summary, self.example) = (name, usage, summary, example)
    (self.hintForSeveral, self.takesCells, self.names) = (hintForSeveral, takesCells, names)
  }

  init(_ name: String, _ summary: String) { self.init(name, "", summary, example: name) }
}
