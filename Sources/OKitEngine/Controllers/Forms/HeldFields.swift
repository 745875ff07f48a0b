/// The fields with input that is not written, while all fields are validated.
struct HeldFields {
  /// The fields whose input is valid.
  private(set) var valid: [EditCell] = []
  private var invalid: [(cell: EditCell, message: String)] = []

  init(_ changed: [EditCell]) {
    invalid = changed.filter { $0.input?.entered != nil }.map { ($0, "") }
  }

  /// Writes the valid input, except where a function of the script writes.
  ///
  /// An input may be valid only with another one: that of a field that is not required any more. So all that is not
  /// valid is validated again after others were written. O(fields²) if each waits for the one after it.
  mutating func write() throws {
    while !invalid.isEmpty {
      var rest: [(cell: EditCell, message: String)] = []
      var written = 0
      for (cell, _) in invalid {
        guard let entered = cell.input?.entered else { continue }
        if let message = try cell.problem(of: entered) {
          rest.append((cell, message))
          continue
        }
        valid.append(cell)
        if !cell.hasScriptedSetter { try cell.write(entered) }
        written += 1
      }
      invalid = rest
      if written == 0 { return }
    }
  }

  /// Returns the message about the value of a field; nil for a valid one.
  func problem(of cell: EditCell) throws -> String? {
    guard let entered = cell.input?.entered else { return try cell.problemOfValue() }
    if let known = invalid.first(where: { $0.cell === cell }) { return known.message }
    return valid.count > 1 ? try cell.problem(of: entered) : nil
  }
}
