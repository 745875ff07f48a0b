internal import CLua

/// One call of a host function, or one operation on a host object, with its arguments. Ends with the call.
///
/// Arguments count from 0. A missing one is `.null`.
package struct LuaCall: ~Copyable {
  let raw: UnsafeMutablePointer<okit_call>

  /// The called function. A call ends before its entry is freed, and C knows entries by their addresses.
  var entry: HostEntry { Unmanaged.fromOpaque(raw.pointee.handler).takeUnretainedValue() }

  /// The state's encoder, without counting a reference on the way to it.
  private var encoder: UnsafeMutablePointer<LuaEncoder> {
    Unmanaged<HostEntry>.fromOpaque(raw.pointee.handler)._withUnsafeGuaranteedRef { $0.encoder }
  }

  package var count: Int { Int(okit_argument_count(raw)) }

  /// The number that `LuaState.setSlot` gave to the name that is read or written, if it has one. Then a read has no
  /// argument.
  package var slot: Int? { raw.pointee.slot < 0 ? nil : Int(raw.pointee.slot) }

  /// The nearest line of a script that led to this call.
  package var place: Diagnostic.Place? {
    Unmanaged<HostEntry>.fromOpaque(raw.pointee.handler)._withUnsafeGuaranteedRef { $0.core.place }
  }

  func argument(_ index: Int) -> okit_value {
    var value = okit_value()
    okit_argument(raw, Int32(clamping: index), &value)
    return value
  }

  /// Whether the script uses the result. A call that is a statement does not, so that the host need not make one.
  var isResultWanted: Bool { raw.pointee.operation != .function || okit_wants_result(raw) }

  package subscript(index: Int) -> LuaValue {
    get throws(Diagnostic) { try entry.core.value(argument(index)) }
  }

  /// All arguments, or those from `first` on.
  package func values(from first: Int = 0) throws(Diagnostic) -> [LuaValue] {
    var values: [LuaValue] = []
    for index in first..<max(first, count) { values.append(try self[index]) }
    return values
  }

  package func isNull(_ index: Int) -> Bool { argument(index).tag == .none }

  /// The name of an argument's type, as Lua's own messages have it.
  package func typeName(_ index: Int) -> String {
    let argument = argument(index)
    switch argument.tag {
    case .table: return "table"
    case .function: return "function"
    case .none: return index < count ? "nil" : "no value"
    default: return LuaDecoder.simple(argument).typeName
    }
  }

  /// Passes the bytes of a text argument without a copy; nil when the argument is not a text.
  @discardableResult
  package func withBytes<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
    -> Result?
  {
    let text = okit_text_argument(raw, Int32(clamping: index))
    guard let bytes = text.bytes else { return nil }
    let start = UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self)
    return try body(UnsafeBufferPointer(start: start, count: text.length))
  }

  /// The object that a method is called on; of the kind of failures for anything else.
  var receiver: LuaObject { LuaObject(kind: LuaKind(rawValue: raw.pointee.kind), bits: raw.pointee.bits) }

  /// The bits of an object of a kind that an argument is; nil for any other value.
  func object(_ index: Int, _ kind: LuaKind) -> UInt64? {
    let argument = argument(index)
    return argument.tag == .object && argument.kind == kind.rawValue ? argument.bits : nil
  }

  /// The number, Boolean or text that an argument is, null for none; nil for other values and for bytes that are not
  /// UTF-8.
  func scalar(_ index: Int) -> Value? { LuaDecoder.scalar(argument(index)) }

  /// Keeps an argument of any type, a table for instance, as it is.
  package func reference(_ index: Int) throws(Diagnostic) -> LuaReference {
    let argument = argument(index)
    guard argument.tag == .table || argument.tag == .function || argument.tag == .other else {
      throw mismatch(index, "table or function")
    }
    return try entry.core.retain(argument)
  }
}

// MARK: Fast answers

extension LuaCall {
  /// Answers with a number, the cheapest way: `return call.answer(row.price)`.
  package func answer(_ number: Double) -> LuaOutcome {
    raw.pointee.result.write(number)
    raw.pointee.answer = .one
    return .nothing
  }

  package func answer(_ number: Int) -> LuaOutcome {
    raw.pointee.result.write(number)
    raw.pointee.answer = .one
    return .nothing
  }

  package func answer(_ flag: Bool) -> LuaOutcome { answer(okit_value(.bool, bits: flag ? 1 : 0)) }

  package func answer(_ object: LuaObject) -> LuaOutcome {
    raw.pointee.result.write(object)
    raw.pointee.answer = .one
    return .nothing
  }

  /// Answers with an object. `isNew` says that Lua does not have it, so that nothing has to be searched.
  func answer(_ object: LuaObject, isNew: Bool) -> LuaOutcome {
    raw.pointee.result.write(object)
    raw.pointee.answer = isNew ? .newObject : .one
    return .nothing
  }

  /// Answers with a number, a Boolean or a text; returns nil for any other value.
  func answer(scalar value: Value) -> LuaOutcome? {
    switch value {
    case .int(let number): answer(number)
    case .double(let number): answer(number)
    case .bool(let flag): answer(flag)
    case .string(let text): answer(text)
    default: nil
    }
  }

  /// Answers with the function in a slot of the registry, which the caller retains.
  func answer(function slot: Int32) -> LuaOutcome {
    raw.pointee.result = okit_value()
    raw.pointee.result.tag = .function
    raw.pointee.result.reference = slot
    raw.pointee.answer = .one
    return .nothing
  }

  package func answer(_ text: String) -> LuaOutcome {
    answer(text.withBytes { encoder.pointee.only($0) })
  }

  /// Answers with two values, such as a key and its value.
  package func answer(_ first: LuaValue, _ second: LuaValue) throws(Diagnostic) -> LuaOutcome {
    let core = entry.core
    encoder.pointee.begin()
    try encoder.pointee.add(first, core: core)
    try encoder.pointee.add(second, core: core)
    raw.pointee.results = encoder.pointee.values(count: 2)
    raw.pointee.answer = .many
    return .nothing
  }

  private func answer(_ value: okit_value) -> LuaOutcome {
    raw.pointee.answer(value)
    return .nothing
  }
}

// MARK: Arguments of a certain type

extension LuaCall {
  /// The error for an argument of the wrong type. It names the parameter of a declared function.
  ///
  /// - Parameter part: What is wrong with a part of the argument; nil for an argument that is of another type.
  package func mismatch(_ index: Int, _ expected: String, part: String? = nil) -> Diagnostic {
    let number = index - entry.hiddenArguments
    guard let declaration = entry.declaration else {
      let found = typeName(index)
      // The bytes of a string of Lua are a text of Swift only in UTF-8.
      let isOther = expected == "string" && found == expected
      let problem = part ?? "\(expected) expected, got \(isOther ? "a string that is not valid UTF-8" : found)"
      return Diagnostic("lua.argument", "bad argument #\(number + 1) to '\(entry.name)' (\(problem))").about(entry.name)
    }
    // The arguments of a method that was called with a dot are one place too early.
    if number < 0, entry.prefix.hasSuffix(":") {
      return Diagnostic(
        "lua.argument",
        "bad argument 'self' to \(entry.prefix)\(entry.name): expected \(expected), got \(typeName(index))",
        hint: "call it with a colon: \(entry.prefix)\(entry.name)(…)"
      ).about(entry.name)
    }
    let parameter = number < 0 ? "self" : declaration.parameterName(number)
    return Diagnostic(
      "lua.argument",
      "bad argument \(parameter.map { "'\($0)'" } ?? "#\(number + 1)") to \(entry.prefix)\(entry.name): "
        + "expected \(expected), got \(typeName(index))")
  }

  /// - Throws: `lua.argument` when values follow an argument, which would be lost. A nil loses nothing.
  func expectLast(_ index: Int, _ argument: String, hint: String) throws(Diagnostic) {
    guard count > index + 1, (index + 1..<count).contains(where: { !isNull($0) }) else { return }
    throw Diagnostic(
      "lua.argument", "\(entry.prefix)\(entry.name) takes one \(argument), got \(count - index)", hint: hint)
  }

  /// - Throws: `lua.argument` when a table with options follows the parameters of the declared function, which would be
  ///   lost. Other values may be those that a caller passes to each function, such as the context of an action.
  func expectNoOptions() throws(Diagnostic) {
    guard count > 0 else { return }
    let parameters = Unmanaged<HostEntry>.fromOpaque(raw.pointee.handler)
      ._withUnsafeGuaranteedRef { $0.parameterLimit }
    guard count > parameters, case .table(let table) = try self[parameters],
      table.pairs.contains(where: { if case .string = $0.key { true } else { false } })
    else { return }
    let (arguments, them) = parameters == 1 ? ("one argument", "it") : ("\(parameters) arguments", "them")
    throw Diagnostic(
      "lua.argument", "\(entry.prefix)\(entry.name) takes \(arguments), and no table after \(them)",
      hint: entry.declaration.map { "\(entry.prefix)\($0.name)\($0.type)" })
  }

  /// A text argument, which must be valid UTF-8.
  package func string(_ index: Int) throws(Diagnostic) -> String {
    let argument = argument(index)
    guard argument.tag == .text else { throw mismatch(index, "string") }
    guard let text = okit_text(LuaDecoder.bytes(argument)).validString else {
      throw mismatch(index, "valid UTF-8")
    }
    return text
  }

  /// A text argument, with anything that is not UTF-8 replaced.
  package func text(_ index: Int) throws(Diagnostic) -> String {
    guard let text = withBytes(index, { String(decoding: $0, as: UTF8.self) }) else { throw mismatch(index, "string") }
    return text
  }

  package func bool(_ index: Int) throws(Diagnostic) -> Bool {
    let argument = argument(index)
    guard argument.tag == .bool else { throw mismatch(index, "boolean") }
    return argument.bits != 0
  }

  /// The integer that an argument is; nil for any other argument.
  func integer(_ index: Int) -> Int? {
    var number: Int64 = 0
    return okit_int_argument(raw, Int32(clamping: index), &number) ? Int(number) : nil
  }

  /// An integer, or a float without a fraction.
  package func int(_ index: Int) throws(Diagnostic) -> Int {
    var number: Int64 = 0
    if okit_int_argument(raw, Int32(clamping: index), &number) { return Int(number) }
    return try whole(index)
  }

  @inline(never)
  private func whole(_ index: Int) throws(Diagnostic) -> Int {
    let argument = argument(index)
    guard argument.tag == .double, let number = Int(exactly: Double(bitPattern: argument.bits)) else {
      throw mismatch(index, "integer")
    }
    return number
  }

  package func double(_ index: Int) throws(Diagnostic) -> Double {
    let argument = argument(index)
    switch argument.tag {
    case .double: return Double(bitPattern: argument.bits)
    case .int: return Double(Int64(bitPattern: argument.bits))
    default: throw mismatch(index, "number")
    }
  }

  package func function(_ index: Int) throws(Diagnostic) -> LuaFunction {
    let argument = argument(index)
    guard argument.tag == .function else { throw mismatch(index, "function") }
    return try entry.core.retain(argument)
  }

  package func table(_ index: Int) throws(Diagnostic) -> LuaTable {
    guard case .table(let table) = try self[index] else { throw mismatch(index, "table") }
    return table
  }

  /// The host object that an argument is, or nil.
  package func object(_ index: Int) -> LuaObject? {
    let argument = argument(index)
    guard argument.tag == .object else { return nil }
    return LuaObject(kind: LuaKind(rawValue: argument.kind), bits: argument.bits)
  }
}

/// The result of a host function or of an object's operation. Throwing is the same as `.failure`.
///
/// Small enough to be returned in registers.
package enum LuaOutcome {
  /// No value, or the one that was given to `LuaCall.answer`.
  case nothing
  case value(LuaValue)
  case values([LuaValue])
  /// Raises the diagnostic as an error object with `code` and `message`, placed at the script's line.
  indirect case failure(Diagnostic)
  /// Suspends the function that the host started; it continues with the values passed to resume.
  case yield([LuaValue])
}

extension okit_call {
  mutating func answer(_ value: okit_value) {
    result = value
    answer = .one
  }
}
