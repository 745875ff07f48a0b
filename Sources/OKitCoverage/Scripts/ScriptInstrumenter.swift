package import LuaSyntax

/// Inserts counters into a script.
///
/// No line break is inserted or removed, so that lines stay the same; columns are those of the original text, which
/// errors are explained with. A counter is a number in a list that the function has in a local variable:
/// `c[3]=c[3]+1;`. `ScriptInstrumenter+Statements` and `ScriptInstrumenter+Expressions` walk through the tree.
final class ScriptInstrumenter {
  /// What is counted in one function.
  final class Context {
    /// In the list of all functions, from 1.
    let number: Int
    /// The name in ids: that of the function, with those around it.
    let path: String
    var lineCount = 0
    var branchCount = 0
    /// The local variables that it has declared so far.
    var variables: Set<ObjectIdentifier> = []

    init(number: Int, path: String) { (self.number, self.path) = (number, path) }
  }

  /// A counter of a function, or of one outcome of an operator.
  enum Counter {
    case statement(function: Int, index: Int)
    case operation(Int, Bool)
  }

  private struct Edit {
    var offset: Int
    var removed: Int
    var text: String
  }

  private struct Item {
    var id: String
    var kind: CoverageKind
    var offset: Int
    var text: String
    /// The counters of each outcome, whose sum counts it.
    var outcomes: [CoverageOutcome: [Counter]]
  }

  let script: LuaScript
  private let tokens: LuaTokens
  let ignored: IgnoredLines
  private var edits: [Edit] = []
  /// The offset of the first statement; nil without any.
  private var start: Int?
  private var counters: [Int] = []
  private var operatorCount = 0
  private var labelCount = 0
  private var items: [Item] = []
  private var paths: [String: Int] = [:]
  private var functions: [(path: String, lines: ClosedRange<Int>)] = []
  /// The lines that are counted already: the first statement that begins in a line counts.
  var countedLines: Set<Int> = []
  /// The range of an expression that was counted before what is around it.
  var counted: SourceRange?
  /// The names of the variables: the counters of a function, those of all functions, the function that counts the
  /// outcomes of operators, and a value; and what labels begin with.
  let names: (own: String, all: String, count: String, value: String, label: String)

  init(_ script: LuaScript, _ ignored: IgnoredLines) {
    (self.script, self.ignored) = (script, ignored)
    tokens = LuaTokens(script: Array(script.text.utf8))
    // A name that the script does not have.
    var prefix = "_k"
    while script.text.contains(prefix) { prefix += "k" }
    names = (prefix + "c", prefix + "l", prefix + "f", prefix + "v", prefix + "g")
  }

  func instrumented() -> CountedScript {
    if let first = script.block.ranges.first {
      let main = makeContext("main")
      visit(script.block, main, needsEntry: false)
      start = first.lower
    }
    var starts: [Int] = []
    var count = 0
    for size in counters {
      starts.append(count)
      count += size
    }
    return CountedScript(
      text: editedText("\(global);\(global)=nil;"), fileText: editedText("_ENV;local _ENV=\(names.all)[-1];"),
      counters: counters, operatorCount: operatorCount,
      items: items.map { item in
        let place = script.lines.place(of: item.offset)
        let outcomes = item.outcomes.mapValues { counters in
          counters.map { counter in
            switch counter {
            case .statement(let function, let index): starts[function - 1] + index - 1
            case .operation(let number, let isTrue): count + 2 * number + (isTrue ? 1 : 0)
            }
          }
        }
        return CountedScript.Item(
          id: item.id, kind: item.kind, line: place.line, column: place.column, text: item.text, outcomes: outcomes)
      }, ignored: ignored, functions: functions)
  }

  /// Where the host puts the counters (`LuaCore.countersName`) when the chunk begins.
  private let global = #"_ENV["\27okit"]"#

  /// The beginning of the chunk, which takes the counters.
  private func prologue(_ source: String) -> String {
    let count = operatorCount > 0 ? "local \(names.count)=\(names.all)[0];" : ""
    return "local \(names.all)=\(source)\(count)local \(names.own)=\(names.all)[1];"
  }

  // MARK: Edits

  func insert(_ text: String, at offset: Int) { edits.append(Edit(offset: offset, removed: 0, text: text)) }

  func replace(_ range: SourceRange, _ text: String) {
    edits.append(Edit(offset: range.lower, removed: range.upper - range.lower, text: text))
  }

  /// - Parameter source: The source of the counters, and what follows it.
  private func editedText(_ source: String) -> String {
    var edits = edits
    if let start { edits.insert(Edit(offset: start, removed: 0, text: prologue(source)), at: 0) }
    // Edits at the same offset stay in the order in which they were made: outer ones first.
    let ordered = edits.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
    var (bytes, position) = ([UInt8](), 0)
    for (_, edit) in ordered {
      bytes += tokens.bytes[position..<edit.offset]
      bytes += edit.text.utf8
      position = edit.offset + edit.removed
    }
    bytes += tokens.bytes[position...]
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the first token at an offset or after it.
  func token(from offset: Int) -> LuaToken? {
    let index = tokens.firstIndex(endingAfter: offset)
    return tokens.all.indices.contains(index) ? tokens.all[index] : nil
  }

  func line(of offset: Int) -> Int { script.lines.line(of: offset) }

  func isIgnored(_ offset: Int) -> Bool { ignored.contains(line(of: offset)) }

  // MARK: Counters

  /// Begins a function, whose name is made unique.
  func makeContext(_ name: String, in outer: Context? = nil) -> Context {
    let path = outer.map { $0.path == "main" ? name : "\($0.path)/\(name)" } ?? name
    let count = paths[path, default: 0] + 1
    paths[path] = count
    counters.append(0)
    return Context(number: counters.count, path: count == 1 ? path : "\(path)#\(count)")
  }

  func makeCounter(_ context: Context) -> Counter {
    counters[context.number - 1] += 1
    return .statement(function: context.number, index: counters[context.number - 1])
  }

  /// Notes the lines of a function.
  func note(_ function: LuaSyntax.Function, _ context: Context) {
    let first = line(of: function.range.lower)
    functions.append((context.path, first...max(first, line(of: function.range.upper))))
  }

  /// Returns the number of an operator.
  func makeOperator() -> Int {
    operatorCount += 1
    return operatorCount - 1
  }

  /// Returns the name of a new label.
  func makeLabel() -> String {
    labelCount += 1
    return "\(names.label)\(labelCount)"
  }

  /// Returns the statement that increases a counter of the function.
  func statement(_ counter: Counter) -> String {
    guard case .statement(_, let index) = counter else { return "" }
    return "\(names.own)[\(index)]=\(names.own)[\(index)]+1;"
  }

  // MARK: Items

  /// Adds an item for a line, without counters, and returns its number.
  func addLine(at offset: Int, _ context: Context) -> Int {
    context.lineCount += 1
    let line = line(of: offset)
    countedLines.insert(line)
    items.append(
      Item(
        id: "line:\(script.file):\(context.path):\(context.lineCount)", kind: .line, offset: offset,
        text: Self.shortened(script.lines.text(ofLine: line)), outcomes: [:]))
    return items.count - 1
  }

  /// Sets the counters of a line.
  func count(_ line: Int, _ counters: [Counter]) { items[line].outcomes = [.run: counters] }

  func addFunction(at offset: Int, _ counters: [Counter], _ context: Context) {
    items.append(
      Item(
        id: "function:\(script.file):\(context.path)", kind: .function, offset: offset, text: context.path,
        outcomes: [.run: counters]))
  }

  /// Returns the number of the next branch of a function: outer ones are numbered first.
  func makeBranch(_ context: Context) -> Int {
    context.branchCount += 1
    return context.branchCount
  }

  func addBranch(
    _ number: Int, at offset: Int, _ source: SourceRange, _ context: Context, whenTrue: [Counter], whenFalse: [Counter]
  ) {
    items.append(
      Item(
        id: "branch:\(script.file):\(context.path):\(number)", kind: .branch, offset: offset,
        text: Self.shortened(script.text(in: source)), outcomes: [.true: whenTrue, .false: whenFalse]))
  }

  /// Returns a source on one line, as reports show it.
  private static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > maximumLength ? line.prefix(maximumLength - 1) + "…" : line
  }

  private static let maximumLength = 100
}

extension CountedScript {
  /// Inserts counters into a script. O(length).
  ///
  /// - Parameter ignored: What is not counted; nil for what comments exclude.
  package init(_ script: LuaScript, ignored: IgnoredLines? = nil) {
    self = ScriptInstrumenter(script, ignored ?? IgnoredLines(script)).instrumented()
  }
}
