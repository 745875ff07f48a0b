/// A script with its syntax tree, and the places of UTF-8 offsets in lines.
package final class LuaScript {
  /// The name of the script in messages.
  package let file: String
  package let text: String
  package let block: LuaSyntax.Block
  package let comments: [LuaSyntax.Comment]
  /// All calls, in the order of their ends.
  package let calls: [LuaSyntax.Call]
  /// All strings, in the order of the text.
  package let strings: [LuaSyntax.StringLiteral]
  private lazy var stringsByValue = Dictionary(grouping: strings, by: \.value)
  /// The calls by each line on which they begin or their arguments do.
  private lazy var callsByLine: [Int: [LuaSyntax.Call]] = {
    var found: [Int: [LuaSyntax.Call]] = [:]
    for call in calls {
      for line in Set([lines.line(of: call.range.lower), lines.line(of: call.argumentStart)]) {
        found[line, default: []].append(call)
      }
    }
    return found
  }()
  /// The names of global variables that are read or written.
  package let globals: [GlobalUse]
  /// Whether the script names `_ENV`, so that globals may be something else.
  package let usesEnvironment: Bool
  package let lines: LineIndex

  package struct GlobalUse {
    package var name: LuaSyntax.Name
    package var isWritten: Bool
  }

  /// Parses a script. O(length); at most 200 levels deep.
  ///
  /// - Throws: `lua.syntax` with the offset in its place.
  package init(file: String, text: String) throws(Diagnostic) {
    (self.file, self.text, lines) = (file, text, LineIndex(text))
    do throws(Diagnostic) {
      let tokens = LuaTokens(script: Array(text.utf8))
      if let failure = tokens.failure { throw failure }
      var parser = LuaParser(tokens)
      block = try parser.script()
      comments = tokens.comments.compactMap { token in
        guard case .comment(let contents) = token.kind else { return nil }
        return LuaSyntax.Comment(text: tokens.text(contents), range: token.range)
      }
      (calls, strings) = (parser.calls, parser.strings)
      (globals, usesEnvironment) = (parser.globals, parser.usesEnvironment)
    } catch {
      var failure = error
      let place = LineIndex(text).place(of: failure.place?.offset ?? 0)
      failure.place = .init(file: file, line: place.line, column: place.column)
      throw failure
    }
  }

  /// Parses a script that runs; nil for one that is nested deeper than the parser follows.
  package convenience init?(valid text: String, file: String) {
    do { try self.init(file: file, text: text) } catch { return nil }
  }

  /// Returns the calls that begin at a line, or whose arguments do.
  package func calls(atLine line: Int) -> [LuaSyntax.Call] { callsByLine[line] ?? [] }

  /// Returns the strings with a value, in the order of the text.
  package func strings(withValue value: String) -> [LuaSyntax.StringLiteral] { stringsByValue[value] ?? [] }

  /// Returns the text in a range of UTF-8 offsets.
  package func text(in range: SourceRange) -> String { lines.text(in: range) }
}
