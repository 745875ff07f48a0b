internal import OKitEngine

// The frames of a traceback as the prelude of the test framework has them: tables with `file`, `line`, `kind`, `name` and
// `defined_line`, or with `omitted`.

extension Diagnostic.Note {
  /// The note for a record; nil for what is no record.
  init?(frame record: JSONValue) {
    if record["omitted"] == true {
      self = .omittedFrames
      return
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
    case .omittedFrames: return ["omitted": true]
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
