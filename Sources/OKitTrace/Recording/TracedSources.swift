/// The lines with the texts of source files, which are the same in every trace.
struct TracedSources {
  private var lines: [String: [UInt8]] = [:]

  /// Returns the line with a file; empty for one that has gone meanwhile, and has no text to show.
  mutating func line(of file: String, _ line: (TraceRecord) -> [UInt8]) -> [UInt8] {
    if let known = lines[file] { return known }
    guard let text = try? ScriptFile.read(file) else { return [] }
    let new = line(.source(TraceSource(file: file, text: text)))
    lines[file] = new
    return new
  }
}
