/// Compiled bindings by their texts, for one evaluator at a time.
package final class ProgramTable {
  private struct Key: Hashable {
    let text: String
    let mode: Binding.Mode
  }

  private var programs: [Key: BindingProgram] = [:]
  private var all: [BindingProgram] = []
  private static let capacity = 10_000
  /// To forget what more programs have found takes longer than to compile those that the next evaluator asks for.
  private static let mostShared = 1000
  /// Whether no other evaluator will have the programs.
  package internal(set) var isLast = false

  var isFull: Bool { all.count >= Self.capacity }
  fileprivate var canBeShared: Bool { all.count <= Self.mostShared }

  func program(_ text: String, _ mode: Binding.Mode) -> BindingProgram? {
    // Texts that Swift calls equal may differ in their bytes, which places in errors count.
    guard let program = programs[Key(text: text, mode: mode)], program.text.hasBytes(of: text) else {
      return nil
    }
    return program
  }

  func add(_ program: BindingProgram, _ mode: Binding.Mode) {
    programs[Key(text: program.text, mode: mode)] = program
    all.append(program)
  }

  /// Removes from the programs what an evaluator has found.
  func forget() { for program in all { program.forget() } }
}

/// The programs of an evaluator that has ended, for the next one: only their texts determine them, apart from what they
/// have found, which they forget.
package final class SharedPrograms {
  private var spare: ProgramTable?

  package init() {}

  /// Returns programs that no evaluator has.
  func take() -> ProgramTable? {
    defer { spare = nil }
    return spare
  }

  /// Takes the programs of an evaluator that evaluates nothing any more.
  func put(_ programs: ProgramTable) {
    guard spare == nil, programs.canBeShared else {
      programs.isLast = true
      return
    }
    programs.forget()
    spare = programs
  }
}
