extension RegularExpression {
  /// Returns whether a part of the text matches. The text ends at a NUL.
  ///
  /// - Throws: `app.limit`.
  func matches(_ text: String, _ budget: ExecutionBudget) throws(Diagnostic) -> Bool {
    var states = States(count: program.count)
    var next = States(count: program.count)
    var previous: UInt32?
    var characters = text.unicodeScalars.makeIterator()
    while true {
      let scalar = characters.next()?.value
      let character = scalar == 0 ? nil : scalar
      states.insert(0)
      if follow(&states, between: previous, and: character) { return true }
      guard let character else { return false }
      try budget.step(1 + states.members.count >> 2)
      next.removeAll()
      for state in states.members {
        if case .character(let set) = program[state], set.contains(character) { next.insert(state + 1) }
      }
      swap(&states, &next)
      previous = character
    }
  }

  /// Adds the instructions that are reached without a character. - Returns: whether the expression has matched.
  private func follow(_ states: inout States, between previous: UInt32?, and next: UInt32?) -> Bool {
    var index = 0
    // The members grow during the loop.
    while index < states.members.count {
      let state = states.members[index]
      index += 1
      switch program[state] {
      case .character: break
      case .assertion(let assertion):
        if holds(assertion, between: previous, and: next) { states.insert(state + 1) }
      case .fork(let first, let second):
        states.insert(first)
        states.insert(second)
      case .jump(let target): states.insert(target)
      case .accept: return true
      }
    }
    return false
  }

  private func holds(_ assertion: Assertion, between previous: UInt32?, and next: UInt32?) -> Bool {
    switch assertion {
    case .start: previous == nil
    case .end: next == nil
    case .wordBoundary: previous.map(Self.isWord) ?? false != next.map(Self.isWord) ?? false
    }
  }

  /// A set of instructions in the order in which they were inserted.
  private struct States {
    private(set) var members: [Int] = []
    private var isMember: [Bool]

    init(count: Int) { isMember = [Bool](repeating: false, count: count) }

    mutating func insert(_ state: Int) {
      guard !isMember[state] else { return }
      isMember[state] = true
      members.append(state)
    }

    mutating func removeAll() {
      for state in members { isMember[state] = false }
      members.removeAll(keepingCapacity: true)
    }
  }
}
