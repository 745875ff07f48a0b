/// What dates and days in one Lua state have in common: comparison, arithmetic, texts, and the extension functions of
/// their type as properties.
///
/// It is the handler of its own kind, whose objects hold a moment in their bits.
package protocol CalendarKind: LuaObjectHandler {
  associatedtype Moment: Comparable
  /// The name of the kind, that of the type with the extension functions, and what is added to a moment.
  static var names: (kind: String, type: String, unit: String) { get }
  /// The names of properties that are not extension functions.
  static var ownProperties: [String] { get }
  /// The hint of an error about a comparison with something else.
  static var comparisonHint: String? { get }

  var kind: LuaKind { get }
  /// Locale, time zone and clock for the extension functions.
  var context: () -> FunctionContext { get }
  /// Nil for bits that no moment has.
  func moment(_ bits: UInt64) -> Moment?
  func bits(_ moment: Moment) -> UInt64
  func text(_ moment: Moment) -> String
  /// The receiver of an extension function, and the result of one.
  func argument(_ moment: Moment) -> Value
  func result(_ value: Value) -> LuaValue
  func difference(_ a: Moment, _ b: Moment) -> LuaValue
  /// Returns a moment moved forwards or backwards by an argument of the call.
  func shifted(_ moment: Moment, backwards: Bool, by index: Int, _ call: borrowing LuaCall) throws -> LuaValue
}

extension CalendarKind {
  func define(
    _ state: LuaState, _ methods: [HostMember<@Sendable (Self, borrowing LuaCall) throws -> LuaOutcome>]
  ) throws -> LuaKind {
    let kind = try state.defineKind(Self.names.kind, handler: self)
    for method in methods {
      let body = method.body
      let member = try state.makeFunction(method.declaration, prefix: "\(Self.names.kind):", hiddenArguments: 1) {
        [self] call in try body(self, call)
      }
      try state.setMember(method.name, to: .function(member), of: kind)
    }
    return kind
  }

  package func value(_ moment: Moment) -> LuaValue { .object(LuaObject(kind: kind, bits: bits(moment))) }

  /// Returns the moment of an object; nil for another kind of object, and without one.
  package func moment(_ object: LuaObject?) -> Moment? {
    guard let object, object.kind == kind else { return nil }
    return moment(object.bits)
  }

  static var outOfRange: Diagnostic {
    Diagnostic("function.date", "the \(names.kind) is outside the range of the calendar")
  }

  func known(_ object: LuaObject) throws -> Moment {
    guard let moment = moment(object.bits) else { throw Self.outOfRange }
    return moment
  }

  func receiver(_ call: borrowing LuaCall) throws -> Moment {
    guard let moment = moment(call.object(0)) else { throw call.mismatch(0, Self.names.kind) }
    return moment
  }

  // MARK: Operations

  package var operations: LuaOperations { [.order, .add, .subtract, .text, .concatenate] }

  package func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    .value(try property(call.string(0), of: known(object)))
  }

  /// Returns the result of an extension function without parameters.
  func property(_ name: String, of moment: Moment) throws -> LuaValue {
    guard let function = BuiltInFunctions.function(name, of: Self.names.type) else {
      throw Diagnostic(
        "lua.unknownMember", "a \(Self.names.kind) has no property \"\(name)\"",
        hint: NearestName.hint(for: name, in: Self.ownProperties + BuiltInFunctions.names(of: Self.names.type)))
    }
    return result(try function.call(argument(moment), [], context()))
  }

  package func compare(_ comparison: LuaComparison, _ call: borrowing LuaCall) throws -> Bool {
    guard let a = moment(call.object(0)), let b = moment(call.object(1)) else {
      throw Diagnostic(
        "lua.argument", "a \(Self.names.kind) can only be compared with a \(Self.names.kind)",
        hint: Self.comparisonHint)
    }
    switch comparison {
    case .equal: return a == b
    case .less: return a < b
    case .lessOrEqual: return a <= b
    }
  }

  /// `moment + amount`, `moment - amount`, and `moment - moment`.
  package func combine(_ operation: LuaOperator, _ call: borrowing LuaCall) throws -> LuaValue {
    if operation == .concatenate { return .string(try text(of: 0, call) + text(of: 1, call)) }
    switch (moment(call.object(0)), moment(call.object(1))) {
    case (let a?, let b?) where operation == .subtract: return difference(a, b)
    case (let moment?, nil): return try shifted(moment, backwards: operation == .subtract, by: 1, call)
    case (nil, let moment?) where operation == .add: return try shifted(moment, backwards: false, by: 0, call)
    default:
      let (one, _, unit) = Self.names
      throw Diagnostic("lua.argument", "\(one)s support \(one) + \(unit), \(one) - \(unit) and \(one) - \(one)")
    }
  }

  private func text(of index: Int, _ call: borrowing LuaCall) throws -> String {
    if let moment = moment(call.object(index)) { return text(moment) }
    switch try call[index] {
    case .string(let text): return text
    case .int(let int): return String(int)
    case .double(let double): return Value.double(double).scalarText ?? ""
    default: throw call.mismatch(index, "string")
    }
  }

  package func text(of object: LuaObject) throws -> String { text(try known(object)) }
}

/// The named numbers of a table, such as `{ year = 2020, month = 1 }`.
struct CalendarFigures {
  private let owner: String
  private var figures: [String: Double] = [:]

  /// - Parameters:
  ///   - owner: What the table describes.
  ///   - names: The permitted names.
  ///   - areWhole: Whether each has to be a whole number.
  init(_ table: LuaTable, of owner: String, _ names: [String], areWhole: Bool = false) throws {
    self.owner = owner
    for pair in table.pairs {
      guard case .string(let name) = pair.key, names.contains(name) else {
        let given = if case .string(let name) = pair.key { name } else { "\(pair.key.typeName)" }
        throw Diagnostic(
          "lua.argument", "a \(owner) has no field \"\(given)\"", hint: NearestName.hint(for: given, in: names)
        ).about(given)
      }
      switch pair.value {
      case .int(let int): figures[name] = Double(int)
      case .double(let double) where double.isFinite: figures[name] = double
      default: throw Diagnostic("lua.argument", "\(name) needs a number, got \(pair.value.typeName)")
      }
      if areWhole { _ = try whole(name, 0) }
    }
  }

  subscript(name: String) -> Double? { figures[name] }

  func whole(_ name: String, _ otherwise: Int) throws -> Int {
    guard let figure = figures[name] else { return otherwise }
    guard figure == figure.rounded() else { throw Diagnostic("lua.argument", "\(name) needs an integer") }
    // More than there is of any figure, and sums of these do not overflow.
    guard figure.magnitude <= 1e9, let whole = Int(exactly: figure) else {
      throw Diagnostic("function.date", "the \(owner) is outside the range of the calendar")
    }
    return whole
  }
}
