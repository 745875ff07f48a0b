internal import CLua

/// Something that Lua can call: a host function, or the operations of a kind of object.
class HostEntry {
  private(set) final unowned(unsafe) var core: LuaCore  // Safe: it keeps what it calls, until another one takes over.
  let encoder: UnsafeMutablePointer<LuaEncoder>
  let name: String
  /// The number of leading arguments that a prelude or a colon adds; messages do not count them.
  var hiddenArguments = 0
  /// The declaration of the function if scripts see it: errors take the names of arguments from it.
  var declaration: Declaration?
  /// The prefix of the name in messages: `okit.`, `entity:`.
  var prefix = ""
  /// The number of arguments after which a table of options is a mistake. Lazy, because most functions are never
  /// called, and reading a declaration takes long.
  private(set) final lazy var parameterLimit: Int = {
    // An action of a dialog may be a function without parameters, and gets the texts of the fields.
    guard let last = declaration?.parameters.last, last.name != "..." else { return .max }
    return declaration?.parameters.count ?? .max
  }()

  init(core: LuaCore, name: String) {
    self.core = core
    encoder = core.encoder
    self.name = name
  }

  func perform(_ call: borrowing LuaCall) throws -> LuaOutcome { .nothing }

  /// Makes the entry work for another core, which has taken over the state.
  func serve(_ core: LuaCore) { self.core = core }

  /// The only function that C calls. Returns before Lua gets the answer, so that no error crosses a Swift frame.
  static func answer(_ call: UnsafeMutablePointer<okit_call>) {
    Unmanaged<HostEntry>.fromOpaque(call.pointee.handler)._withUnsafeGuaranteedRef { entry in
      do {
        switch try entry.perform(LuaCall(raw: call)) {
        case .nothing: break
        case .value(.int(let number)):
          call.pointee.result.write(number)
          call.pointee.answer = .one
        case .value(.double(let number)):
          call.pointee.result.write(number)
          call.pointee.answer = .one
        case .value(.string(let text)): call.pointee.answer(text.withBytes { entry.encoder.pointee.only($0) })
        case let outcome: try entry.deliver(outcome, to: call)
        }
      } catch {
        entry.fail(error, call)
      }
    }
  }

  @inline(never)
  private func deliver(_ outcome: LuaOutcome, to call: UnsafeMutablePointer<okit_call>) throws(Diagnostic) {
    switch outcome {
    case .nothing:
      break
    case .value(let value):
      if let scalar = LuaEncoder.scalar(value) {
        call.pointee.answer(scalar)
      } else {
        encoder.pointee.begin()
        try encoder.pointee.add(value, core: core)
        call.pointee.results = encoder.pointee.values(count: 1)
        call.pointee.answer = .many
      }
    case .values(let values):
      call.pointee.results = try core.encode(values)
      call.pointee.answer = .many
    case .failure(let diagnostic):
      fail(diagnostic, call)
    case .yield(let values):
      call.pointee.results = try core.encode(values)
      call.pointee.answer = .yield
    }
  }

  final func fail(_ error: any Error, _ call: UnsafeMutablePointer<okit_call>) {
    // A program that registers functions says with its own errors what it wants to say.
    let isOfProgram = !(error is Diagnostic) && !(error is any DescribedError)
    let diagnostic =
      isOfProgram ? Diagnostic("lua.host", error.programText).caused(by: error) : error.diagnostic("lua.host")
    let object = core.object(
      for: diagnostic.place == nil ? diagnostic.at(core.place).about(accessedName(call)) : diagnostic)
    call.pointee.result = okit_value(.object, kind: object.kind.rawValue, bits: object.bits)
    call.pointee.answer = .failure
  }

  /// The name of the member that is read or written.
  private func accessedName(_ call: UnsafeMutablePointer<okit_call>) -> String? {
    switch call.pointee.operation {
    case .index, .assign: LuaCall(raw: call).withBytes(0) { String(decoding: $0, as: UTF8.self) }
    default: nil
    }
  }
}

/// A host function.
final class FunctionEntry: HostEntry {
  private let body: (borrowing LuaCall) throws -> LuaOutcome

  init(core: LuaCore, name: String, body: @escaping (borrowing LuaCall) throws -> LuaOutcome) {
    self.body = body
    super.init(core: core, name: name)
  }

  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome { try body(call) }
}

/// A method of the objects of a bridge.
final class MethodEntry: HostEntry {
  /// Without counting references: it lives until the state is closed.
  private let owner: Unmanaged<AppBridge>
  private let body: (AppBridge, borrowing LuaCall) throws -> LuaOutcome

  init(
    core: LuaCore, name: String, owner: AppBridge, body: @escaping (AppBridge, borrowing LuaCall) throws -> LuaOutcome
  ) {
    (self.owner, self.body) = (.passUnretained(owner), body)
    super.init(core: core, name: name)
  }

  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    try owner._withUnsafeGuaranteedRef { try body($0, LuaCall(raw: call.raw)) }
  }
}

final class PrintEntry: HostEntry {
  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let isError = call.isNull(1) ? false : try call.bool(1)
    try call.withBytes(0) { try core.printLine($0, to: isError ? .error : .output) }
    return .nothing
  }
}

final class OutputEntry: HostEntry {
  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let stream = try call.bool(1) ? LuaStream.error : .output
    try call.withBytes(0) { try core.put($0, to: stream) }
    return .nothing
  }
}

final class ExitEntry: HostEntry {
  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    try core.end(status: call.int(0), canWait: call.bool(1))
  }
}

final class MeasureEntry: HostEntry {
  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    call.answer(core.host?.object?.runtime.memoryInUse ?? 0)
  }
}

final class ResolveEntry: HostEntry {
  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let name = try call.string(0)
    // No searcher has found the module.
    guard call.isNull(1) else { throw core.missingModule(name) }
    guard let module = try core.resolve(name) else { return .nothing }
    if let library = module.library { return try call.answer(.null, .string(library)) }
    core.sources.add(module.text, chunk: module.chunk)
    if let (code, cost) = core.compiled(module) {
      return .values([code, .string(LuaState.chunkName(module.chunk)), .int(cost)])
    }
    return try call.answer(.string(module.text), .string(LuaState.chunkName(module.chunk)))
  }
}

/// Counts what files do that scripts load.
final class LoadEntry: HostEntry {
  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard case .string(let text) = try call[0], case .string(let name) = try call[1],
      let function = try core.countedFile(text, name: name)
    else { return .nothing }
    return .value(.function(function))
  }
}

/// Makes a failure that C has found, such as a syntax error; without a file it is where the script runs.
final class FailEntry: HostEntry {
  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let (code, message) = (try call.text(0), try call.text(1))
    let (file, line) = (try call.text(2), try call.int(3))
    let typed = core.sources.typed
    let place = file.isEmpty ? nil : typed.located(Diagnostic.Place(file: file, line: line))
    var diagnostic = Diagnostic(.init(rawValue: code), typed.located(message, file: file), place: place)
    if try call.bool(5) {
      diagnostic.subject = .end
    } else if case let name = try call.text(4), !name.isEmpty {
      diagnostic.subject = .name(name)
    }
    return .failure(diagnostic)
  }
}
