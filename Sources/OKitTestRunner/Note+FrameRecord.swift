// The frames of a traceback as the prelude of the test framework has them: tables with `file`, `line`, `kind`, `name`
// and `defined_line`. Other notes have one of the kinds "omitted", "coroutine" and "failed_close".

extension Diagnostic.Note {
  /// The note for a record; nil for any other table.
  init?(frame record: JSONValue) {
    switch record["kind"] {
    case "omitted":
      self = .omittedFrames
      return
    case "coroutine":
      self = .coroutine
      return
    case "failed_close":
      guard case .string(let message)? = record["text"] else { return nil }
      self = .failedClose(message)
      return
    default: break
    }
    guard case .string(let file)? = record["file"], case .int(let line)? = record["line"],
      case .string(let kind)? = record["kind"]
    else { return nil }
    let name = if case .string(let name)? = record["name"] { name } else { "" }
    let definedLine = if case .int(let line)? = record["defined_line"] { line } else { 0 }
    let function: Diagnostic.Frame.Function =
      switch kind {
      case "main": .mainChunk
      case "named": .named(name)
      case "method": .method(name)
      case "metamethod": .metamethod(name)
      default: .anonymous(line: definedLine)
      }
    self = .frame(Diagnostic.Frame(file: file, line: line, function: function))
  }

  /// The record for a frame; nil for notes of the engine, which no test framework makes.
  var frameRecord: JSONValue? {
    switch self {
    case .omittedFrames: return ["kind": "omitted"]
    case .coroutine: return ["kind": "coroutine"]
    case .failedClose(let message): return ["kind": "failed_close", "text": .string(message)]
    case .frame(let frame):
      var members: [String: JSONValue] = ["file": .string(frame.file), "line": .int(frame.line)]
      switch frame.function {
      case .mainChunk: members["kind"] = "main"
      case .named(let name): (members["kind"], members["name"]) = ("named", .string(name))
      case .method(let name): (members["kind"], members["name"]) = ("method", .string(name))
      case .metamethod(let name): (members["kind"], members["name"]) = ("metamethod", .string(name))
      case .anonymous(let line): (members["kind"], members["defined_line"]) = ("anonymous", .int(line))
      }
      return .object(members)
    default: return nil
    }
  }
}
