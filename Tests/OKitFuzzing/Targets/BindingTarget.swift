import OKitEngine
import OKitTestSupport

extension FuzzTarget {
  /// A line with a binding, and a text to write through it.
  public static let binding = FuzzTarget(name: "binding") {
    let world = try BindingWorld()
    return { input in
      let (line, rest) = input.splitLine()
      try checkParsing(String(decoding: line, as: UTF8.self))
      try world.use(String(decoding: line, as: UTF8.self), writing: String(decoding: rest, as: UTF8.self))
    }
  }
}

func checkParsing(_ text: String) throws {
  for mode in [Binding.Mode.texts, .text] {
    do { try checkRanges(of: Binding.parse(text, as: mode)) } catch let error as Diagnostic {
      try checkRefusal(error, of: text)
    }
  }
  let binding: Binding
  do { binding = try Binding.parse(text) } catch { return try checkRefusal(error, of: text) }
  let printed = binding.description
  let again: Binding
  do { again = try Binding.parse(printed) } catch {
    throw FuzzFinding("what was printed is refused: \(printed.debugDescription): \(error)")
  }
  try require(again.description == printed, "printed otherwise the second time: \(printed.debugDescription)")
  try checkRanges(of: binding)
}

private func checkRanges(of binding: Binding) throws {
  let length = binding.text.utf8.count
  var outside: [String] = []
  BindingRanges.visit(binding) { range, node in
    if range.lower < 0 || range.lower > range.upper || range.upper > length { outside.append(node) }
  }
  try require(outside.isEmpty, "ranges outside of the text: \(outside)")
}

private func checkRefusal(_ error: Diagnostic, of text: String) throws {
  try require(error.code.rawValue.hasPrefix("binding."), "refused with \(error.code.rawValue)")
  if error.code == "binding.limit", error.excerpt == nil { return }
  guard let range = error.excerpt?.range else { throw FuzzFinding("refused without a place: \(error)") }
  try require(
    range.lower >= 0 && range.lower <= range.upper && range.upper <= text.utf8.count, "refused at \(range): \(error)")
  try require(error.description.contains("^"), "refused without a caret: \(error)")
}

/// Compiles bindings and uses them in every way that an application could, in a shop that is the same each time.
final class BindingWorld {
  private struct TakenBack: Error {}

  private let fixture: EvaluationFixture
  private let contexts: [EntityID?]
  private let before: [JSONValue]

  init() throws {
    let fixture = try EvaluationFixture()
    self.fixture = fixture
    contexts = try [nil, fixture.shop, fixture.entity("b1"), fixture.entity("b3"), fixture.entity("c1")]
    before = fixture.store.roots.values.map { fixture.store.jsonValue($0) }
  }

  func use(_ text: String, writing value: String) throws {
    let program: BindingProgram
    do { program = try fixture.evaluator.program(text) } catch is Diagnostic { return }
    // In two of the contexts, because formats of dates and numbers take long; which ones depends on the text alone.
    let first = text.utf8.count % contexts.count
    for context in [contexts[first], contexts[(first + 1) % contexts.count]] {
      do {
        try fixture.store.transaction {
          try use(program, context, writing: value)
          throw TakenBack()
        }
      } catch is TakenBack {}
    }
    fixture.calls.list = []
    fixture.host.reports = []
    fixture.store.collectGarbage()
    try require(
      fixture.store.roots.values.map { fixture.store.jsonValue($0) } == before,
      "a transaction that failed left something")
  }

  private func use(_ program: BindingProgram, _ context: EntityID?, writing value: String) throws {
    let evaluator = fixture.evaluator
    _ = evaluator.getAll(program, context)
    _ = evaluator.getParts(program, context)
    _ = evaluator.contexts(program, context)
    let text = evaluator.getString(program, context)
    try require(evaluator.getString(program, context) == text, "another text the second time: \(text ?? "nil")")
    for value in [.string(value), Value(constant: value), .null, evaluator.get(program, context)] {
      do { try evaluator.set(program, context, value) } catch let error as Diagnostic {
        try require(!error.message.isEmpty, "refused without a message")
      }
    }
    var isDone = false
    evaluator.call(program, context) { _ in isDone = true }
    try require(isDone, "a call did not end")
  }
}
