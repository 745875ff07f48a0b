/// The properties of one controller, cell or control, evaluated in a context and kept until what they read changes.
///
/// Constants and properties that are not given cost nothing.
public final class BoundProperties {
  public let component: Component
  public let context: EntityID?
  private unowned let services: any ControllerServices
  private let controller: Value
  private var observed: [String: ObservedBinding] = [:]
  private let onStale: () -> Void

  /// - Parameters:
  ///   - controller: what functions get as their second argument.
  ///   - onStale: called when one of the properties that were read may have changed; must not read or write models.
  package init(
    _ component: Component, context: EntityID?, controller: Value, services: any ControllerServices,
    onStale: @escaping () -> Void = {}
  ) {
    (self.component, self.context, self.services) = (component, context, services)
    (self.controller, self.onStale) = (controller, onStale)
  }

  private var evaluator: Evaluator { services.evaluator }

  /// What was given for a property, nil when nothing was.
  public func given(_ name: String) -> PropertyValue? { component.values[name] }

  public func has(_ name: String) -> Bool { component.values[name] != nil }

  /// The binding of a property, nil when it is none.
  public func program(_ name: String) -> BindingProgram? {
    if case .binding(let program)? = component.values[name] { program } else { nil }
  }

  /// A text that is not a binding.
  public func plainText(_ name: String) -> String? {
    switch component.values[name] {
    case .text(let text): text
    default: nil
    }
  }

  /// The value of a property in the context; its default when nothing is given.
  public func value(_ name: String) -> Value { read(name, .value) }

  /// The value as text, by the rule of `getString`.
  public func string(_ name: String) -> String? {
    if case .string(let text) = read(name, .text) { text } else { nil }
  }

  public func bool(_ name: String) -> Bool { value(name).truth }
  public func int(_ name: String) -> Int? { value(name).int }
  public func double(_ name: String) -> Double? { value(name).double }

  /// The name of an image.
  public func imageName(_ name: String) -> String? {
    switch value(name).image {
    case .named(let name): name.isEmpty ? nil : name
    case .data: "data"
    case nil: nil
    }
  }

  /// One entry for each part of a multipart binding or element of a list; nil where nothing was written.
  public func parts(_ name: String) -> [Value?] {
    switch component.values[name] {
    case .list(let items):
      return items.indices.map { index in
        if case .record = items[index] { return nil }
        return evaluate(items[index], key: "\(name)[\(index)]", .value)
      }
    case .binding, .function:
      guard case .list(let values) = read(name, .parts) else { return [] }
      return values.map { if case .list(let wrapped) = $0 { wrapped.first } else { nil } }
    default: return []
    }
  }

  /// The text of each part, nil where nothing was written or the value is nil.
  public func texts(_ name: String) -> [String?] {
    switch component.values[name] {
    case .list(let items):
      return items.indices.map { index in
        if case .record = items[index] { nil } else { text(items[index], key: "\(name)[\(index)]") }
      }
    case .binding, .function:
      guard case .list(let values) = read(name, .texts) else { return [] }
      return values.map { if case .string(let text) = $0 { text } else { nil } }
    default: return []
    }
  }

  /// What a property's binding read and why it ran; nil when the property is not given.
  func why(_ name: String) -> BindingReport? {
    guard let given = component.values[name] else { return nil }
    if let binding = observed[name + "#"] ?? observed[name] {
      if case .function = given { return binding.report(name, isFunction: true) }
      return binding.report(name, isFunction: false)
    }
    // A constant, or what nobody has looked at.
    let text = if case .binding(let program) = given { program.text } else { String?.none }
    return BindingReport(property: name, binding: text, value: string(name), reads: [], cause: nil, runs: 0)
  }

  /// What each binding that has run read and why it ran, by property.
  var why: [BindingReport] {
    observed.sorted { $0.key < $1.key }.compactMap { key, binding in
      // A property that was read as a text too is told once.
      if observed[key + "#"] != nil { return nil }
      let name = String(key.prefix { $0 != "#" })
      return binding.report(name, isFunction: binding.program === services.emptyProgram)
    }
  }

  /// Evaluates something given elsewhere, for instance in a record of a list; `key` names it among the others.
  public func evaluate(_ value: PropertyValue, key: String) -> Value { evaluate(value, key: key, .value) }

  /// As `evaluate`, the value as text.
  public func text(_ value: PropertyValue, key: String) -> String? {
    if case .string(let text) = evaluate(value, key: key, .text) { text } else { nil }
  }

  // MARK: Evaluating

  /// Texts are made while reads are recorded: that of an entity or a collection depends on what is in it.
  private enum Getter { case value, text, parts, texts }

  private func read(_ name: String, _ getter: Getter) -> Value {
    guard let given = component.values[name] else {
      guard let text = PropertySchema.table(of: component.kind)[name]?.defaultText else { return .null }
      return defaultValue(text)
    }
    return evaluate(given, key: name, getter)
  }

  private func defaultValue(_ text: String) -> Value {
    // Defaults are constants of the tables.
    Value(constant: String(text.dropFirst()))
  }

  private func evaluate(_ given: PropertyValue, key: String, _ getter: Getter) -> Value {
    switch given {
    case .text(let text): return .string(text)
    case .list, .record, .component: return .null
    case .binding(let program):
      if let constant = program.constant, getter == .value || getter == .text {
        return getter == .text ? evaluator.text(constant).map(Value.string) ?? .null : constant
      }
      return observe(key, getter, program).value
    case .function(let function):
      return observe(key, getter, services.emptyProgram) { [weak self] in
        self?.call(function, key: key, getter) ?? .null
      }.value
    }
  }

  private func observe(
    _ key: String, _ getter: Getter, _ program: BindingProgram, _ body: (() -> Value)? = nil
  ) -> ObservedBinding {
    // A property may be read as value here and as text there.
    let key = getter == .text || getter == .texts ? key + "#" : key
    if let binding = observed[key] { return binding }
    let binding = ObservedBinding(
      evaluator, program, context,
      evaluate: { [weak self] evaluator, program, context in
        let outer = evaluator.origin
        evaluator.origin = self?.origin(key) ?? outer
        defer { evaluator.origin = outer }
        if let body { return body() }
        switch getter {
        case .value: return evaluator.get(program, context)
        case .text: return evaluator.getString(program, context).map(Value.string) ?? .null
        case .texts, .parts:
          return Self.packed(Self.expanded(evaluator.getParts(program, context), evaluator), getter, evaluator)
        }
      }, onStale: onStale)
    observed[key] = binding
    return binding
  }

  /// A single part that is a list stands for its elements.
  private static func expanded(_ parts: [Value?], _ evaluator: Evaluator) -> [Value?] {
    guard parts.count == 1, let part = parts[0], let elements = evaluator.elements(part) else { return parts }
    return elements
  }

  /// Parts as one value: the texts, or each part in a list of its own, so that one that is not given can be told.
  private static func packed(_ parts: [Value?], _ getter: Getter, _ evaluator: Evaluator) -> Value {
    .list(
      parts.map { part in
        guard let part else { return .null }
        return getter == .texts ? evaluator.text(part).map(Value.string) ?? .null : .list([part])
      })
  }

  /// Whose property `key` is, for messages.
  private func origin(_ key: String) -> BindingOrigin {
    let definition = services.definition(of: controller) ?? component.componentClass
    return BindingOrigin(
      place: component.componentClass.place ?? definition.place,
      Diagnostic.Origin(
        owner: definition.name, part: component.kind.part, property: String(key.prefix { $0 != "#" })))
  }

  private func call(_ function: FunctionRef, key: String, _ getter: Getter) -> Value {
    guard let host = evaluator.host, !evaluator.store.isBudgetExhausted() else { return .null }
    do {
      let value = try host.call(function, receiver: context.map(Value.entity) ?? .null, arguments: [controller])
      switch getter {
      case .value: return value
      case .text: return evaluator.text(value).map(Value.string) ?? .null
      case .texts, .parts: return Self.packed(Self.expanded([value], evaluator), getter, evaluator)
      }
    } catch {
      let diagnostic = error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")
      let property = origin(key).property
      services.report(diagnostic.from(property).appending(.property(property)))
      return .null
    }
  }
}
