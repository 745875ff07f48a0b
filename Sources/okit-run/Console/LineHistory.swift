/// The lines of earlier, oldest first. Keeping them in a file is the owner's business.
struct LineHistory: Equatable, Sendable {
  private(set) var lines: [String]
  let limit: Int
  /// The lines that are for this session only.
  private var unstored: Set<String> = []

  init(_ lines: [String] = [], limit: Int = 1000) {
    self.limit = limit
    self.lines = Array(lines.suffix(limit))
  }

  /// Adds a line, unless it is blank or the same as the last one.
  mutating func add(_ line: String) {
    guard line.contains(where: { !$0.isWhitespace }), line != lines.last else { return }
    lines.append(line)
    if lines.count > limit { lines.removeFirst(lines.count - limit) }
  }

  /// Removes a line wherever it is.
  mutating func remove(_ line: String) { lines.removeAll { $0 == line } }

  /// Leaves a line out of the file.
  mutating func keepForSession(_ line: String) { unstored.insert(line) }

  /// The lines for the file.
  var stored: [String] { lines.filter { !unstored.contains($0) } }
}
