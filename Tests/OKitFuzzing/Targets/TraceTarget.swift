import OKitEngine
import OKitTrace

extension FuzzTarget {
  /// Traces: what is read is written again as the same record. After a line `patch`, two lines of JSON: the patch
  /// between them makes one into the other.
  public static let trace = FuzzTarget(name: "trace") {
    { input in
      let (first, rest) = input.splitLine()
      if first.elementsEqual("patch".utf8) { return try checkPatch(Array(rest)) }
      let trace: Trace
      do throws(Diagnostic) { trace = try Trace(input, file: "fuzz.okittrace") } catch {
        let codes = ["trace.syntax", "trace.record", "trace.patch", "trace.version"]
        try require(codes.contains(error.code.rawValue), "refused with \(error.code.rawValue)")
        return try require(error.place?.file == "fuzz.okittrace", "refused without the file")
      }
      let lines = trace.records.flatMap { $0.line() }
      let again: Trace
      do { again = try Trace(lines, file: "fuzz.okittrace") } catch { throw FuzzFinding("not read again: \(error)") }
      try require(again.records == trace.records && again.screens == trace.screens, "read otherwise than written")
      // What is shown of it does not fail.
      _ = trace.actions.map(\.summary)
    }
  }

  private static func checkPatch(_ input: [UInt8]) throws {
    let (first, second) = input.splitLine()
    guard let old = try? JSONValue.parse(json: Array(first)), let new = try? JSONValue.parse(json: Array(second)) else {
      return  // Not two values.
    }
    let patch = JSONPatch(from: old, to: new)
    try require(try patch.applied(to: old).isSame(as: new), "the patch makes another value")
    try require(try JSONPatch(patch.jsonValue) == patch, "the patch reads otherwise")
    try require(old != new || patch.isEmpty || !old.isSame(as: new), "the patch of equal values has steps")
  }
}
