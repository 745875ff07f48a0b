/// What the models and the bindings of one runtime take from its services.
final class RuntimeEnvironment: EvaluationEnvironment {
  private let clock: RuntimeClock
  private let texts: LocalizedTexts
  /// The log of the runtime. Weak because it keeps the evaluator, which keeps the environment.
  weak var log: DiagnosticLog?

  init(_ clock: RuntimeClock, _ texts: LocalizedTexts) { (self.clock, self.texts) = (clock, texts) }

  var now: DateValue { clock.now }

  var functionContext: FunctionContext { texts.functionContext(now: clock.now) }

  func text(_ key: String) -> String { texts.text(key) }

  func report(_ diagnostic: Diagnostic) { if let log { log.report(diagnostic) } else { diagnostic.print() } }
}
