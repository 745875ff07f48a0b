extension Diagnostic {
  /// A function of a script on the stack, at the line that was running.
  package struct Frame: Sendable, Hashable {
    package enum Function: Sendable, Hashable {
      case mainChunk
      case named(String)
      case method(String)
      case metamethod(String)
      /// A function without a known name, and the line where its definition begins.
      case anonymous(line: Int)
    }

    package var file: String
    /// The line, from 1; 0 in a function that is not written in Lua.
    package var line: Int
    package var function: Function
    /// The number of equal consecutive frames that this one represents.
    package var count: Int

    package init(file: String, line: Int, function: Function, count: Int = 1) {
      (self.file, self.line, self.function, self.count) = (file, line, function, count)
    }

    /// The name that the caller used; nil for a main chunk and where it is not known.
    package var name: String? {
      switch function {
      case .named(let name), .method(let name), .metamethod(let name): name
      case .mainChunk, .anonymous: nil
      }
    }

    /// Such as `function 'increase'`, `main chunk`.
    package var functionText: String {
      switch function {
      case .mainChunk: "main chunk"
      case .named(let name): "function '\(name)'"
      case .method(let name): "method '\(name)'"
      case .metamethod(let name): "metamethod '\(name)'"
      case .anonymous(let line): "function <\(file):\(line)>"
      }
    }
  }
}

extension Diagnostic.Frame: CustomStringConvertible {
  /// Such as `shop.lua:12: in function 'increase'`.
  package var description: String {
    (line > 0 ? "\(file):\(line)" : file) + ": in \(functionText)" + (count > 1 ? " (\(count) times)" : "")
  }
}
