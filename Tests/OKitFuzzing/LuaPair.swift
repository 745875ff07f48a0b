import CPlainLua
import OKitEngine
import OKitLua

/// Runs the same function of texts in a sandbox and in a plain Lua, whose own libraries say what is right.
final class LuaPair {
  private let text: String
  private let limits: LuaLimits
  private var sandbox: LuaState
  private var function: LuaFunction
  private let plain: OpaquePointer

  /// - Parameter text: a chunk that gets texts and answers one text.
  init(_ text: String, limits: LuaLimits) throws {
    guard let plain = plain_lua_open(text) else { throw FuzzFinding("a plain Lua does not take the chunk") }
    (self.text, self.limits, self.plain) = (text, limits, plain)
    sandbox = try LuaState(limits: limits)
    function = try sandbox.load(text, chunk: "=pair")
  }

  deinit { plain_lua_close(plain) }

  /// Runs the function in both, and compares what it answers.
  func compare(_ texts: [[UInt8]]) throws {
    guard let found = try run(texts) else { throw FuzzFinding("a limit was reached") }
    var flat: [UInt8] = []
    for text in texts { flat += text }
    var answer = plain_lua_text()
    let lengths = texts.map(\.count)
    let isRight = flat.withUnsafeBufferPointer { flat in
      lengths.withUnsafeBufferPointer {
        plain_lua_call(plain, flat.baseAddress, $0.baseAddress, lengths.count, &answer)
      }
    }
    let expected = [UInt8](UnsafeRawBufferPointer(start: answer.bytes, count: answer.length))
    guard isRight else { throw FuzzFinding("a plain Lua failed: \(String(decoding: expected, as: UTF8.self))") }
    if found != expected { throw FuzzFinding(Self.difference(found, expected)) }
  }

  /// Runs the function in the sandbox alone; nil when a limit has stopped it.
  @discardableResult
  func run(_ texts: [[UInt8]]) throws -> [UInt8]? {
    do {
      switch try sandbox.call(function, texts.map(LuaValue.bytes)).first {
      case .string(let text): return Array(text.utf8)
      case .bytes(let bytes): return bytes
      default: throw FuzzFinding("the function answers no text")
      }
    } catch let error as Diagnostic {
      try require(error.code == "lua.limit" && sandbox.isDead, "failed: \(error)")
      sandbox.close()
      sandbox = try LuaState(limits: limits)
      function = try sandbox.load(text, chunk: "=pair")
      return nil
    }
  }

  /// The first lines that differ.
  private static func difference(_ found: [UInt8], _ expected: [UInt8]) -> String {
    let lines = [found, expected].map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    let index =
      zip(lines[0], lines[1]).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines[0].count, lines[1].count)
    return zip(["sandbox", "plain"], lines).map { name, lines in
      "\(name): \(lines.indices.contains(index) ? String(lines[index]) : "nothing")"
    }.joined(separator: "\n")
  }
}
