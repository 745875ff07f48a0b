/// `okit.outbox`, and what classes of `okit.Mutation` have.
struct OutboxModule: ScriptModule {
  let environment: ScriptEnvironment

  private var outbox: OutboxService { host.runtime.outbox }
  private var bridge: AppBridge { host.bridge }

  static let functions: [OkitModule.Function<Self>] = [
    .init("retry", "()", "Sends the mutations that wait for their next attempt.") { module, _ in
      try module.bridge.turn { try module.outbox.retry() }
      return .nothing
    },
    .init("discard", "(mutation: okit.MutationClass)", "Takes a mutation back that is not answered.") { module, call in
      let mutation = try module.mutation(call)
      try module.bridge.turn { try module.outbox.discard(mutation) }
      return .nothing
    },
  ]

  static let declared = DeclaredClass(
    "okit.outbox", "The mutations that are not sent.", call: .function, at: "okit.outbox",
    functions.map(\.declaration) + [
      Declaration(
        "pending", "okit.Collection<okit.MutationClass>|okit.MutationClass[]", "the mutations, oldest first")
    ])

  static let perform = Declaration(
    "perform", "(self: any)", "Applies the mutation, stores it with the state at the end of the turn, and sends it.")

  var internals: [(String, OkitModule.Body)] { [("outbox_value", value)] }

  private func value(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let name = try call.text(0)
    guard name == "pending" else {
      throw Diagnostic(
        "lua.unknownMember", "okit.outbox has no member \(PrintableText.quoted(name))",
        hint: NearestName.hint(for: name, in: Self.declared.memberNames)
      ).about(name)
    }
    return bridge.answer(.collection(try outbox.open().pending), call)
  }

  private func mutation(_ call: borrowing LuaCall) throws -> EntityID {
    guard let entity = bridge.entity(call.object(0)), let type = bridge.store.mutationType,
      bridge.store.type(of: entity)?.isSubtype(of: type) == true
    else { throw call.mismatch(0, "mutation") }
    return entity
  }

  /// Gives the mutations of an application their functions, when the first class of them is defined.
  func connect() throws {
    guard outbox.send == nil, let type = bridge.store.mutationType else { return }
    let perform = try host.state.makeFunction("perform", for: host.reference) { host, call in
      let module = OutboxModule(environment: host.environment)
      let mutation = try module.mutation(call)
      try host.bridge.turn { try host.runtime.outbox.perform(mutation) }
      return .nothing
    }
    type.define(function: Self.perform.name, host.register(perform))
    let send = try host.state.prelude(
      "outbox",
      LuaTable(pairs: [
        .init(key: "accept", value: .function(try host.state.makeFunction("accept", for: host.reference, accept))),
        .init(key: "fail_mutation", value: .function(try host.state.makeFunction("fail", for: host.reference, fail))),
        .init(
          key: "retry_after",
          value: .function(try host.state.makeFunction("retry_after", for: host.reference, retryAfter))),
      ]), of: "mutations")
    outbox.send = { [reference = host.reference] mutation in
      guard let host = reference.object else { return }
      // A command waits for what its mutations send, whenever that is.
      host.following(true) {
        host.start(send, [host.bridge.lua(.entity(mutation))]) { result in
          guard case .failure(let failure) = result else { return }
          let outbox = host.runtime.outbox
          do {
            try host.runtime.turn {
              try outbox.fail(mutation, .init(code: failure.code.rawValue, message: failure.message)) {}
            }
          } catch { host.runtime.fail(error) }
        }
      }
    }
  }
}

/// `accept(mutation, fn)`: the service has accepted a mutation.
private func accept(_ host: ScriptHost, _ call: borrowing LuaCall) throws -> LuaOutcome {
  guard let mutation = host.bridge.entity(call.object(0)) else { throw call.mismatch(0, "mutation") }
  let done = try call.function(1)
  try host.bridge.turn { try host.runtime.outbox.accept(mutation) { _ = try host.state.call(done) } }
  return .nothing
}

/// `retry_after(text)`: the seconds that a header `Retry-After` asks a client to wait; 0 where there is none.
func retryAfter(_ host: ScriptHost, _ call: borrowing LuaCall) throws -> LuaOutcome {
  guard case .string(let text) = try call[0] else { return .value(.double(0)) }
  return .value(.double(HTTPResponse.seconds(retryAfter: text, now: host.runtime.clock.now)))
}

/// `fail_mutation(mutation, code, status, message, retry_after, fn)`: a mutation could not be sent, or was refused.
private func fail(_ host: ScriptHost, _ call: borrowing LuaCall) throws -> LuaOutcome {
  guard let mutation = host.bridge.entity(call.object(0)) else { throw call.mismatch(0, "mutation") }
  let failure = OutboxService.Failure(
    code: try call.text(1), message: try call.text(3), status: call.isNull(2) ? nil : try call.int(2),
    retryAfter: try call.double(4))
  let refused = try call.function(5)
  try host.bridge.turn {
    try host.runtime.outbox.fail(mutation, failure) { [reference = host.reference] in
      reference.object?.start(refused, []) { result in
        if case .failure(let failure) = result { reference.object?.runtime.fail(failure) }
      }
    }
  }
  return .nothing
}
