@_spi(Observation) internal import OKitModel

/// The functions of a script that override those of a controller, a row or a cell and return a value.
///
/// Each is a node of the dependency graph, as a binding is: its value is kept until something that it read changes.
final class OverriddenFunctions {
  private struct Key: Hashable {
    let function: OverridableFunction
    let state: Int
  }

  let definition: ComponentClass
  private let receiver: () -> Value
  private let services: any ControllerServices
  private let onStale: () -> Void
  private var observed: [Key: Observed<[Value]>] = [:]

  /// - Parameters:
  ///   - receiver: The `self` of the functions.
  ///   - onStale: Called when a value that was read may have changed; must not read or write models.
  init(
    _ definition: ComponentClass, services: any ControllerServices, receiver: @escaping () -> Value,
    onStale: @escaping () -> Void = {}
  ) {
    (self.definition, self.services) = (definition, services)
    (self.receiver, self.onStale) = (receiver, onStale)
  }

  /// Returns the value of a function; nil when the script does not override it, or when it has failed, which is
  /// reported.
  ///
  /// - Parameters:
  ///   - arguments: The same in each call of that function and state.
  ///   - state: Tells apart values that are kept beside each other.
  ///   - prepare: Runs the function, with what it needs around it.
  func value(
    _ function: OverridableFunction, _ arguments: [Value] = [], state: Int = 0,
    around prepare: @escaping (() -> Value?) -> Value? = { $0() }
  ) -> Value? {
    guard definition.hasFunctions, definition.override(of: function) != nil else { return nil }
    return results(function, state) { functions in
      prepare { functions.call(function, arguments) }.map { [$0] }
    }?.first
  }

  /// Returns all values of a function that returns several; nil as for `value`.
  func values(_ function: OverridableFunction) -> [Value]? {
    guard definition.hasFunctions, definition.override(of: function) != nil else { return nil }
    return results(function, 0) { functions in functions.callForAll(function) }
  }

  /// Calls a function whose value is not kept: what it reads is read by the node that runs now.
  func call(_ function: OverridableFunction, _ arguments: [Value]) -> Value? {
    guard let own = definition.override(of: function), let host = services.evaluator.host,
      !services.evaluator.store.isBudgetExhausted()
    else { return nil }
    do {
      return checked(try host.call(own, receiver: receiver(), arguments: arguments), function)
    } catch {
      report(error, of: function)
      return nil
    }
  }

  /// Forgets a value, so that the function runs again.
  func forget(_ function: OverridableFunction) { observed = observed.filter { $0.key.function != function } }

  /// Forgets the values of all functions.
  func removeAll() { observed = [:] }

  var count: Int { observed.count }

  // MARK: Explaining

  /// The functions whose values are kept.
  var shownNames: Set<String> { Set(observed.keys.map(\.function.name)) }

  /// The value that a function returned last; nil for one that has failed or has not run.
  func lastValue(of name: String) -> Value? {
    latest(name)?.result?.first
  }

  /// Returns what a function read last; nil for one that has not run.
  func report(_ name: String) -> BindingReport? {
    guard var report = latest(name)?.report(name) else { return nil }
    report.value = lastValue(of: name).map { services.evaluator.text($0) ?? services.evaluator.store.summary($0) }
    return report
  }

  /// The results of a function; of one that has run in both modes, that of the greater state: in edit mode.
  private func latest(_ name: String) -> Observed<[Value]>? {
    observed.filter { $0.key.function.name == name }.max { $0.key.state < $1.key.state }?.value
  }

  // MARK: Evaluating

  private func results(
    _ function: OverridableFunction, _ state: Int, _ evaluate: @escaping (OverriddenFunctions) -> [Value]?
  ) -> [Value]? {
    let key = Key(function: function, state: state)
    if let known = observed[key] { return known.result }
    let results = Observed(services.evaluator, nil, nil, { [weak self] in self.flatMap(evaluate) }, onStale: onStale)
    observed[key] = results
    return results.result
  }

  private func callForAll(_ function: OverridableFunction) -> [Value]? {
    guard let own = definition.override(of: function), let host = services.evaluator.host,
      !services.evaluator.store.isBudgetExhausted()
    else { return nil }
    do {
      let values = try host.results(own, receiver: receiver(), arguments: [])
      return values.map { checked($0, function) ?? .null }
    } catch {
      report(error, of: function)
      return nil
    }
  }

  /// Returns what a function has returned as it is needed; nil, which is reported, for anything else.
  func checked(_ value: Value, _ function: OverridableFunction) -> Value? {
    if let value = function.result.convert(value, services.evaluator) { return value }
    refuse(function, "must return \(function.result.expected), got \(services.evaluator.store.summary(value))")
    return nil
  }

  // MARK: Problems

  func report(_ error: any Error, of function: OverridableFunction) {
    let origin = definition.origin(of: function)
    services.report(error.asDiagnostic.at(origin.place).from(origin).appending(.property(origin)))
  }

  /// Reports that a function has returned something that cannot be used.
  func refuse(_ function: OverridableFunction, _ message: String, hint: String? = nil) {
    let origin = definition.origin(of: function)
    services.report(
      Diagnostic("controller.result", "\(origin.label): \(message)", place: origin.place, hint: hint).from(origin))
  }
}
