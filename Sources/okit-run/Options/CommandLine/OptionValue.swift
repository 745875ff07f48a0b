import OKitDocuments

/// Reads the values of options. - Throws: `ValidationError` with what is expected.
enum OptionValue {
  @Sendable static func moment(_ text: String) throws -> DateValue {
    if let date = ISO8601.parse(text) { return date }
    throw ValidationError("\"\(text)\" is not a date; use 2020-01-31 or 2020-01-31T12:00:00Z.")
  }

  /// Bytes: `64M`, `1G`, `512K` (of 1024 each), or a number of bytes.
  @Sendable static func memorySize(_ text: String) throws -> Int {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    if let count = Int(unit == nil ? text[...] : text.dropLast()), count > 0 {
      let (bytes, overflows) = count.multipliedReportingOverflow(by: unit ?? 1)
      if !overflows { return bytes }
    }
    throw ValidationError("\"\(text)\" is not a memory size; use 64M, 1G or a number of bytes.")
  }

  /// Seconds: `3s`, `500` or `1m30s`.
  @Sendable static func timeSpan(_ text: String) throws -> Double {
    // Some 30 years; a Duration cannot hold every Double.
    if let seconds = DurationText.seconds(text), seconds > 0, seconds <= 1e9 { return seconds }
    throw ValidationError("\"\(text)\" is not a time span; use 3s, 0.5s or 1m.")
  }

  /// Existing folders, or templates with a question mark in them, separated by `;`.
  @Sendable static func luaPath(_ text: String) throws -> String {
    let parts = text.split(separator: ";").map(String.init)
    for part in parts.isEmpty ? [text] : parts {
      let folder = part.contains("?") ? ModuleFinder.folder(ofTemplate: part) : part
      if let problem = PathKind(of: folder).problem(of: folder, expected: .folder) {
        throw ValidationError("\(problem.message)\(problem.withOptions.hint.map { " (\($0))" } ?? "").")
      }
    }
    return text
  }

  /// A form in which a model can be stored.
  @Sendable static func form(_ text: String) throws -> StoredForm {
    if let form = StoredForm(rawValue: text) { return form }
    let all = StoredForm.allCases.map(\.rawValue)
    let nearest = NearestName.hint(for: text, in: all).map { " (\($0))" } ?? ""
    throw ValidationError("Expected one of \(all.joined(separator: ", "))\(nearest).")
  }

  /// One of several parts: `2/5`.
  @Sendable static func shard(_ text: String) throws -> TestShard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 2, let index = parts[0], let count = parts[1], index > 0, index <= count {
      return TestShard(index: index, count: count)
    }
    throw ValidationError("\"\(text)\" is not a shard; use 1/3, 2/3 and 3/3 for three parts.")
  }

  @Sendable static func count(_ text: String) throws -> Int {
    if let count = Int(text), count > 0 { return count }
    throw ValidationError("\"\(text)\" is not a number of instructions; use a positive number such as 1000000.")
  }

  @Sendable static func depth(_ text: String) throws -> Int {
    if let depth = Int(text), depth > 0 { return depth }
    throw ValidationError("\"\(text)\" is not a number of calls; use a positive number such as 1000.")
  }

  /// The seed for ids.
  @Sendable static func idSeed(_ text: String) throws -> UInt64 {
    if let seed = UInt64(text) { return seed }
    throw ValidationError("\"\(text)\" is not a seed; use a whole number from 0.")
  }

  /// The seed for the order of tests.
  @Sendable static func shuffleSeed(_ text: String) throws -> Int {
    if let seed = Int(text) { return seed }
    throw ValidationError("\"\(text)\" is not a seed; use a whole number.")
  }

  /// A language of texts: `de`, `pt-BR`.
  @Sendable static func language(_ text: String) throws -> String {
    guard !text.contains(where: { "./@".contains($0) }) else {
      throw ValidationError("\"\(text)\" is not a language; use de or pt-BR.")
    }
    do { try FormatterCache.checkLocale(text) } catch {
      let hint = error.hint.map { " (\($0))" } ?? ""
      throw ValidationError("--write-texts: \(error.message)\(hint).")
    }
    return text
  }

  /// The permissions that `--allow` grants.
  static func permissions(_ texts: [String]) throws -> LuaPermissions {
    do {
      let permissions = try LuaPermissions(parsing: texts)
      try permissions.check()
      return permissions
    } catch let diagnostic as Diagnostic {
      let hint = diagnostic.withOptions.hint.map { " (\($0))" } ?? ""
      throw ValidationError("--allow: \(diagnostic.message)\(hint).")
    }
  }
}
