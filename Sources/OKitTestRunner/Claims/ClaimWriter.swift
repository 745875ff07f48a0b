internal import LuaSyntax

/// Inserts the claims that tests lack after their steps (`test --write-claims`).
struct ClaimWriter {
  /// The steps whose changes nobody has claimed, each once: a step that ran several times has the claims of the first.
  private var missing: [Diagnostic.Place: [Int: StepClaims.Unclaimed]] = [:]
  /// The number of claims that were written, by file.
  private(set) var counts: [String: Int] = [:]

  mutating func add(_ unclaimed: some Sequence<StepClaims.Unclaimed>) {
    for step in unclaimed {
      guard let place = step.place else { continue }
      if missing[place]?[step.number] == nil { missing[place, default: [:]][step.number] = step }
    }
  }

  mutating func formUnion(_ other: ClaimWriter) { for steps in other.missing.values { add(steps.values) } }

  /// Writes the claims into the files of the steps.
  ///
  /// - Throws: `file.write`, what reading a file throws.
  mutating func write() throws {
    for (file, steps) in Dictionary(grouping: missing, by: \.key.file).sorted(by: { $0.key < $1.key }) {
      let script = try LuaScript(file: file, text: ScriptFile.read(file))
      var insertions: [Int: String] = [:]
      for (place, byNumber) in steps {
        let calls = script.calls(atLine: place.line).filter {
          script.lines.line(of: $0.range.lower) == place.line && Self.names.contains($0.method?.text ?? "")
        }
        guard !calls.isEmpty else { continue }
        // A line in a loop performs its steps again and again.
        for (number, step) in byNumber where number < calls.count {
          let call = calls[number]
          let receiver = call.method?.text == "call" ? " " + script.text(in: call.callee.range) : ""
          insertions[call.range.upper] = receiver + step.claims.joined()
        }
      }
      guard !insertions.isEmpty else { continue }
      var text = Array(script.text.utf8)
      for (offset, claims) in insertions.sorted(by: { $0.key > $1.key }) {
        text.insert(contentsOf: claims.utf8, at: offset)
      }
      // A claim after `app:call` inside of an expression would not be Lua.
      _ = try LuaScript(file: file, text: String(decoding: text, as: UTF8.self))
      let replacement = try FileReplacement(file)
      try replacement.write(text)
      try replacement.finish()
      counts[file] = insertions.count
    }
  }

  /// The functions of the application object, and of what it gives, that are steps.
  private static let names = DriverModule.stepNames
}
