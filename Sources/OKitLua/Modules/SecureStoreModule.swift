/// `okit.SecureStore`: the keys of the encrypted models.
struct SecureStoreModule: ScriptModule {
  let environment: ScriptEnvironment

  private var registry: ModelRegistry { host.runtime.registry }

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "open", "(fn?: fun(ok: boolean))",
      """
      Reads the keys and the encrypted models at the end of the turn, then calls a function with whether that \
      succeeded.
      """
    ) { try $0.open($1) },
    .init(
      "close", "()",
      "Stores the encrypted models at the end of the turn, overwrites the keys, and drops the models from memory."
    ) { module, _ in
      try module.requireEncryption()
      module.host.afterSuccessfulTurn { try $0.runtime.closeSecureStore() }
      return .nothing
    },
  ]

  static let declared = DeclaredClass(
    "okit.SecureStore", "The keys of the encrypted models.", call: .function, at: "okit.SecureStore",
    functions.map(\.declaration) + [
      Declaration("isOpen", "boolean", "whether the keys are in memory"),
      Declaration("isInitialized", "boolean", "whether an encrypted model was stored once"),
      Declaration(
        "encryption", "boolean",
        "whether encrypted models are stored encrypted; setting it in an action stores all of them again at its end"),
    ])

  var internals: [(String, OkitModule.Body)] {
    [("secure_store_value", value), ("set_secure_store_value", setValue)]
  }

  private func open(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let function = call.isNull(0) ? nil : try call.function(0)
    try requireEncryption()
    host.afterSuccessfulTurn { host in
      let runtime = host.runtime
      runtime.requestSecureStore { isOpen in
        guard let function else { return }
        do {
          try runtime.turn {
            host.start(function, [.bool(isOpen)]) { result in
              if case .failure(let failure) = result { runtime.fail(failure) }
            }
          }
        } catch { runtime.fail(error) }
      }
    }
    return .nothing
  }

  private func requireEncryption() throws {
    guard registry.canEncrypt else { throw Diagnostic.missingPart(.encryption, for: "okit.SecureStore") }
  }

  private func value(_ call: borrowing LuaCall) throws -> LuaOutcome {
    switch try call.text(0) {
    case "isOpen": return .value(.bool(registry.isSecureStoreOpen))
    case "isInitialized": return .value(.bool(try registry.isSecureStoreInitialized))
    case "encryption": return .value(.bool(registry.storesEncrypted))
    case let name:
      throw Diagnostic(
        "lua.unknownMember", "okit.SecureStore has no member \(PrintableText.quoted(name))",
        hint: NearestName.hint(for: name, in: Self.declared.memberNames)
      ).about(name)
    }
  }

  private func setValue(_ call: borrowing LuaCall) throws -> LuaOutcome {
    try requireEncryption()
    let name = try call.text(0)
    guard name == "encryption" else {
      throw Diagnostic(
        "secure.member", "okit.SecureStore: \(PrintableText.quoted(name)) cannot be set; only encryption can")
    }
    let value = try call[1]
    guard case .bool(let isOn) = value else {
      throw Diagnostic("lua.argument", "okit.SecureStore.encryption: expected a boolean, got \(value.typeName)")
    }
    guard registry.hasEncryptedModels else {
      registry.setInitialEncryption(isOn)
      return .nothing
    }
    host.afterSuccessfulTurn { host in
      let runtime = host.runtime
      // What an application reads at its start, such as a setting in a plain model, stores no encrypted model plain.
      guard isOn || runtime.state != .launching || runtime.definition.controllers.isEmpty else {
        return runtime.registry.setInitialEncryption(isOn)
      }
      try runtime.registry.switchEncryption(isOn)
    }
    return .nothing
  }
}
