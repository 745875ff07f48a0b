/// Compiles the parts of a regular expression into instructions.
struct RegularExpressionCompiler {
  /// The maximum number of instructions, and of parts with their repetitions.
  private static let maximumSize = 10_000

  private let pattern: String
  private var program: [RegularExpression.Instruction] = []
  private var size = 0

  init(_ pattern: String) { self.pattern = pattern }

  /// - Throws: `function.pattern`.
  mutating func program(of node: RegularExpressionNode) throws(Diagnostic) -> [RegularExpression.Instruction] {
    try compile(node)
    program.append(.accept)
    return program
  }

  private mutating func compile(_ node: RegularExpressionNode) throws(Diagnostic) {
    // Repetitions of repetitions grow without limit, even of nothing.
    size += 1
    guard size <= Self.maximumSize else {
      throw RegularExpression.failure(pattern, "its repetitions are too large")
    }
    switch node {
    case .character(let set): program.append(.character(set))
    case .assertion(let assertion): program.append(.assertion(assertion))
    case .sequence(let nodes): for node in nodes { try compile(node) }
    case .alternatives(let nodes): try compile(alternatives: nodes[...])
    case .repetition(let node, let minimum, let maximum): try compile(node, minimum, maximum)
    }
  }

  private mutating func compile(alternatives nodes: ArraySlice<RegularExpressionNode>) throws(Diagnostic) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let fork = reserve()
      try compile(node)
      jumps.append(reserve())
      program[fork] = .fork(fork + 1, program.count)
    }
    if let last = nodes.last { try compile(last) }
    for jump in jumps { program[jump] = .jump(program.count) }
  }

  private mutating func compile(_ node: RegularExpressionNode, _ minimum: Int, _ maximum: Int?) throws(Diagnostic) {
    for _ in 0..<minimum { try compile(node) }
    guard let maximum else {
      let fork = reserve()
      try compile(node)
      program.append(.jump(fork))
      program[fork] = .fork(fork + 1, program.count)
      return
    }
    var forks: [Int] = []
    for _ in minimum..<maximum {
      forks.append(reserve())
      try compile(node)
    }
    for fork in forks { program[fork] = .fork(fork + 1, program.count) }
  }

  /// Appends an instruction that is replaced later. - Returns: its index.
  private mutating func reserve() -> Int {
    program.append(.accept)
    return program.count - 1
  }
}
