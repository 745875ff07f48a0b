/// The lines that a unified diff adds, such as `git diff` prints it.
struct UnifiedDiff {
  /// The added lines of each file, by its path after the change, without the `b/` of git.
  private(set) var added: [(path: String, lines: [ClosedRange<Int>])] = []

  /// - Throws: `mutation.diff` for a text that is not a diff. An empty one adds nothing.
  init(_ text: String, file: String) throws(Diagnostic) {
    var path: String?
    var lines: [Int] = []
    /// The number of the next line, and of the lines that the hunk still has after and before the change.
    var (next, left, removable) = (0, 0, 0)
    var hasHeader = false
    func ranges() -> [ClosedRange<Int>] {
      lines.reduce(into: []) { ranges, line in
        if let last = ranges.last, last.upperBound + 1 == line {
          ranges[ranges.count - 1] = last.lowerBound...line
        } else {
          ranges.append(line...line)
        }
      }
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if left > 0 || removable > 0 {
        switch line.first {
        case "+":
          lines.append(next)
          (next, left) = (next + 1, left - 1)
        case "-": removable -= 1
        case "\\": break
        default: (next, left, removable) = (next + 1, left - 1, removable - 1)
        }
      } else if line.hasPrefix("+++ ") {
        if let path { added.append((path, ranges())) }
        lines = []
        path = Self.path(line.dropFirst(4))
        hasHeader = true
      } else if line.hasPrefix("@@ ") {
        guard path != nil || hasHeader, let hunk = Self.hunk(line) else {
          throw Diagnostic(
            "mutation.diff", "the diff has an invalid hunk \(PrintableText.quoted(String(line)))",
            place: .init(file: file, line: index + 1))
        }
        (next, left, removable) = hunk
      }
    }
    if let path { added.append((path, ranges())) }
    guard hasHeader || text.allSatisfy(\.isWhitespace) else {
      throw Diagnostic(
        "mutation.diff", "\(PrintableText.line(file)) is not a unified diff", hint: "write it with: git diff > FILE")
    }
  }

  /// A removed file has no path.
  private static func path(_ text: Substring) -> String? {
    let name = unquoted(text.prefix { $0 != "\t" })
    guard name != "/dev/null" else { return nil }
    return name.hasPrefix("b/") ? String(name.dropFirst(2)) : name
  }

  /// A name as git writes it with bytes that are not ASCII, quotes or backslashes: `"b/B\303\274cher.lua"`.
  private static func unquoted(_ name: Substring) -> String {
    guard name.count > 1, name.hasPrefix("\""), name.hasSuffix("\"") else { return String(name) }
    var (bytes, rest) = ([UInt8](), name.dropFirst().dropLast().utf8)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      if let octal = UInt8(Substring(rest.prefix(3)), radix: 8), rest.prefix(3).count == 3 {
        bytes.append(octal)
        rest = rest.dropFirst(3)
      } else if let escaped = rest.popFirst() {
        bytes.append([UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A][escaped] ?? escaped)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `@@ -1,2 +3,4 @@`: the first new line, the number of new ones, and that of old ones.
  private static func hunk(_ line: Substring) -> (Int, Int, Int)? {
    let parts = line.split(separator: " ")
    guard parts.count >= 4, let old = numbers(parts[1], "-"), let new = numbers(parts[2], "+") else { return nil }
    return (new.start, new.count, old.count)
  }

  private static func numbers(_ text: Substring, _ sign: Character) -> (start: Int, count: Int)? {
    guard text.first == sign else { return nil }
    let numbers = text.dropFirst().split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(numbers.count), let start = numbers[0], let count = numbers.count == 2 ? numbers[1] : 1,
      start >= 0, count >= 0
    else { return nil }
    return (start, count)
  }
}
