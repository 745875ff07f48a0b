// What a program defines: classes, functions, models, controllers. A script finds what was defined before it runs; a
// reload defines it again.

extension Application {
  /// Adds an extension function to a core type (`Number`, `String`, …) or an entity class: bindings say
  /// `price/vat(#0.19)`.
  ///
  ///     try app.extend("Number", "vat") { (price: Double, rate: Double) in price * (1 + rate) }
  ///
  /// Lua calls a function of an entity class as a method, unless entities have one of that name: `book:sell()`.
  ///
  /// - Throws: `function.type` with the nearest name; `lua.name`.
  @inlinable
  public func extend<Receiver: ValueConvertible, each Argument: ValueConvertible, Result: ValueConvertible>(
    _ type: String, _ name: String, _ body: @escaping (Receiver, repeat each Argument) throws -> Result
  ) throws {
    try extend(type, name) { arguments in
      try body(arguments.next(Receiver.self), repeat arguments.next((each Argument).self)).toValue()
    }
  }

  @usableFromInline
  package func extend(
    _ type: String, _ name: String, values body: @escaping (inout HostArguments) throws -> Value
  ) throws {
    let runtime = try open().runtime
    try LuaText.checkName(name)
    // After a reload, the script has not defined its classes yet.
    try runtime.checkExtensible(type)
    try prepare { try $0.addExtension(to: type, name, body) }
  }

  /// Defines an entity class, which a script finds as a global of that name, as if it had extended `superClass` itself.
  ///
  ///     try app.define("Book", [Property("name", .string), Property("price", .double)])
  ///
  /// - Parameters:
  ///   - name: What bindings, documents and a script call it.
  ///   - superClass: `ModelEntity`, `Model`, `ModelTransient` or a class of the application.
  ///   - properties: Its own, besides those of the super class.
  /// - Throws: `lua.name` for what cannot be the name of a class or a property, and for a class that is called like a
  ///   type of values or a variable of Lua or okit; `lua.value` and `model.gone` for a default value that `set`
  ///   refuses, too; `model.duplicateType`, `model.unknownType` and what else a wrong schema says.
  public func define(_ name: String, extending superClass: String = "ModelEntity", _ properties: [Property]) throws {
    let store = try open().runtime.store
    try LuaText.checkGlobal(name)
    guard !FunctionRegistry.coreTypes.contains(name) else {
      throw Diagnostic(.luaName, "\"\(name)\" is not free: it is a type of values", hint: "use another name")
    }
    for property in properties { try LuaText.checkName(property.name, in: "\(name): ") }
    for property in properties { _ = try store.given(property.defaultValue) }
    try prepare { instance in
      let store = instance.runtime.store
      try store.define(
        name, extending: try store.requireType(superClass, for: name), properties: properties)
      try instance.didDefine(name, extending: superClass)
    }
  }

  /// Creates a model, or loads it from where it is stored.
  ///
  /// - Parameters:
  ///   - type: A class that extends `Model`, or another class of models.
  ///   - name: The name of the model. Bindings begin at the model `default`.
  /// - Throws: `model.unknownType`; what loading the model throws.
  public func registerModel(_ type: String, name: String = "default") throws {
    try prepare { instance in
      let runtime = instance.runtime
      let type = try runtime.store.requireType(type, for: "registerModel")
      try runtime.throwingTurn { _ = try runtime.registry.register(type, name: name) }
    }
  }

  /// Defines controllers from JSON: an array of objects with the members `class`, `name`, and the properties of the
  /// class. A cell, a button or a view in them is an object with `class`, too.
  ///
  ///     [{
  ///       "class": "ModelListTableController", "name": "home", "dataPath": "books",
  ///       "cell": { "class": "ModelTableCell", "path": "name", "tap": "sell(#1)" }
  ///     }]
  ///
  /// - Parameters:
  ///   - json: The JSON, in UTF-8.
  ///   - file: What errors call it.
  /// - Throws: `json.syntax`, `controller.unknown`, `controller.unknownProperty`, `controller.property`,
  ///   `controller.duplicate`, `binding.syntax`, each with its line.
  public func define(controllers json: some Sequence<UInt8>, file: String = "controllers") throws {
    let json = Array(json)
    try prepare { try ControllerReader($0.runtime, file: file).define(json) }
  }

  /// Defines the controllers of an Interface Builder file. The part `.storyboards` reads it.
  ///
  /// - Parameters:
  ///   - text: The content of the file.
  ///   - file: What errors call it.
  /// - Throws: `part.missing`, and what is wrong with the file.
  public func define(storyboard text: String, file: String = "storyboard") throws {
    try checkOpen()
    guard let reader = services.parts.storyboards else {
      throw Diagnostic.missingPart(.storyboards, for: "define(storyboard:)")
    }
    try prepare { instance in
      let runtime = instance.runtime
      let (_, warnings) = try reader.define(text, file: file, names: [:], in: runtime.definition, runtime.evaluator)
      for var warning in warnings {
        // The level of the log says that it is a warning.
        warning.severity = .error
        runtime.applicationLog.write(LogEntry(.warn, "\(warning)"))
      }
    }
  }
}

extension AppRuntime {
  /// - Parameter caller: The function of the script that was called, in front of the message.
  /// - Throws: `function.type` with the nearest name for a type that cannot have extension functions.
  package func checkExtensible(_ target: String, caller: String = "") throws {
    guard !FunctionRegistry.coreTypes.contains(target), store.type(named: target) == nil else { return }
    throw Diagnostic(
      "function.type", "\(caller)unknown type \"\(target)\"",
      hint: NearestName.hint(for: target, in: FunctionRegistry.coreTypes + store.types.all.map(\.name)))
  }
}
