/// Warns of functions that nothing calls when their names are those of functions that OKit has, or are close to those
/// of functions that okit calls.
///
/// A script may use a name in a part that is loaded later, so that the names are looked up when the script has run.
struct UncalledFunctions {
  private let state: LuaState
  private let runtime: AppRuntime
  private var warnings: [(name: String, warning: Diagnostic)] = []
  private var hasStarted = false

  init(_ state: LuaState, _ runtime: AppRuntime) { (self.state, self.runtime) = (state, runtime) }

  /// Checks a function that a script defines.
  mutating func check(_ name: String, of componentClass: ComponentClass, at place: Diagnostic.Place?) {
    guard var warning = warning(of: name, in: componentClass) else { return }
    warning.place = place
    warning = warning.about(name)
    if hasStarted { return report(name, warning) }
    // With the calls that lead to the definition, which have returned when it is reported.
    warnings.append((name, state.complete(warning)))
  }

  /// Reports what nothing calls, after the script has run.
  mutating func start() {
    hasStarted = true
    for (name, warning) in warnings { report(name, warning) }
    warnings = []
  }

  private func report(_ name: String, _ warning: Diagnostic) {
    if !state.uses(name) { runtime.report(warning) }
  }

  // MARK: Names

  private func warning(of name: String, in componentClass: ComponentClass) -> Diagnostic? {
    let descriptor = componentClass.descriptor
    guard !descriptor.functionNames.contains(name), componentClass.function(named: name) == nil else { return nil }
    let function = "\(componentClass.name).\(name)"
    guard let hint = hint(for: name, descriptor) else { return nil }
    return Diagnostic(
      "controller.unknownFunction", "nothing calls \(function): \(descriptor.name) has no function \"\(name)\"",
      severity: .warning, hint: hint)
  }

  /// A function of another class of controllers is out of place. Cells and applications have no functions that a script
  /// could call for itself, so that a misspelt one is out of place there too.
  private func hint(for name: String, _ descriptor: ComponentDescriptor) -> String? {
    if let hint = ReplacedFunctions.hint(for: name, in: descriptor) { return hint }
    let others = ComponentDescriptor.all.filter { !$0.functions.isEmpty }
    if let owner = others.first(where: { $0.functionNames.contains(name) }) {
      return "\"\(name)\" is a function of \(owner.name)"
    }
    if let nearest = Self.nearest(to: name, in: descriptor.functionNames) { return "did you mean \"\(nearest)\"?" }
    if let kind = Self.kinds.first(where: { Self.begins(name, with: $0) }) {
      let known = descriptor.functionNames.filter { Self.begins($0, with: kind) }
      if !known.isEmpty { return "expected one of \(known.joined(separator: ", "))" }
    }
    guard descriptor.screenClass == nil else { return nil }
    guard let nearest = Self.nearest(to: name, in: others.flatMap(\.functionNames)),
      let owner = others.first(where: { $0.functionNames.contains(nearest) })
    else { return nil }
    return "\"\(nearest)\" is a function of \(owner.name)"
  }

  /// The beginnings of names that only functions have which okit calls.
  private static let kinds = ["handle", "didTap"]

  /// Whether a name is a beginning, followed by a word.
  private static func begins(_ name: String, with beginning: String) -> Bool {
    name.hasPrefix(beginning) && name.dropFirst(beginning.count).first?.isUppercase == true
  }

  /// The function of which a name is a misspelling. One that only begins with a function's name, such as `refreshAll`,
  /// is a name of its own.
  private static func nearest(to name: String, in functions: [String]) -> String? {
    let candidates = functions.filter { function in
      guard name.hasPrefix(function), let next = name.dropFirst(function.count).first else { return true }
      return !next.isUppercase && !next.isNumber
    }
    return NearestName.nearest(to: name, in: candidates, within: 2)
  }
}
