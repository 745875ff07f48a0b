/// Differences between two runs in words.
enum DifferenceText {
  static func lines(_ part: ComparedAction.Part, _ old: JSONValue, _ new: JSONValue) -> [String] {
    switch part {
    case .before, .screen: ScreenDifference(old, new).lines
    case .error: ["- \(message(old))", "+ \(message(new))"]
    case .changes: changed(old, new, TraceData.change)
    case .dialogs: changed(old, new, TraceData.dialog)
    case .log: changed(old, new) { $0["level"] == nil ? TraceData.diagnostic($0) : TraceData.logLine($0) }
    case .requests: changed(old, new, TraceData.request)
    }
  }

  private static func message(_ error: JSONValue) -> String {
    error == .null ? "no error" : TraceData.message(error)
  }

  /// The elements that only one of two lists has: `-` before those of the first one, `+` before those of the second.
  private static func changed(_ old: JSONValue, _ new: JSONValue, _ text: (JSONValue) -> String) -> [String] {
    guard case .array(let before) = old, case .array(let after) = new else { return [] }
    let lines = lines(before.map(text), after.map(text))
    // Equal texts are told apart by what they leave out.
    return lines.isEmpty ? ["- \(short(old))", "+ \(short(new))"] : lines
  }

  static func lines(_ old: [String], _ new: [String]) -> [String] {
    new.difference(from: old).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
  }

  private static func short(_ value: JSONValue) -> String {
    (try? value.json()).map { PrintableText.line(PrintableText.shortened($0, to: 200)) } ?? ""  // It was read.
  }
}

/// The differences between the JSON data of two screens: `row "Lamp" detail "in stock" → "sold out"`.
struct ScreenDifference {
  private(set) var lines: [String] = []

  init(_ old: JSONValue, _ new: JSONValue) { compare(old, new, []) }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, _ path: [String]) {
    guard !old.isSame(as: new) else { return }
    switch (old, new) {
    case (.object(let before), .object(let after)):
      for key in Set(before.keys).union(after.keys).sorted() where !Self.repeats(key, before, after) {
        // Sections and rows have names of their own.
        let step = ["sections", "rows", "cells"].contains(key) ? [] : [PrintableText.line(key)]
        compare(before[key] ?? .null, after[key] ?? .null, path + step)
      }
    case (.array(let before), .array(let after)): compare(before, after, path)
    default: lines.append((path + ["\(TraceData.value(old)) → \(TraceData.value(new))"]).joined(separator: " "))
    }
  }

  /// Whether a field shows what another one does: its label is the text of an element, and its value the detail.
  private static func repeats(_ key: String, _ old: [String: JSONValue], _ new: [String: JSONValue]) -> Bool {
    let sources = ["label": ["text", "title"], "value": ["detail"]][key] ?? []
    return sources.contains { old[$0] != nil && old[$0] == old[key] && new[$0] == new[key] }
  }

  /// Elements of lists of one length are compared by their places, others are known by their names.
  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], _ path: [String]) {
    if old.count == new.count {
      for (index, (before, after)) in zip(old, new).enumerated() {
        // A screen has one section unless they have headers.
        let isOnly = old.count == 1 && before["rows"] != nil
        compare(before, after, isOnly ? path : path + [Self.name(before, index)])
      }
      return
    }
    let (before, after) = (old.enumerated().map { Self.name($1, $0) }, new.enumerated().map { Self.name($1, $0) })
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in after.difference(from: before) {
      switch change {
      case .remove(let index, let name, _):
        removed.insert(index)
        lines.append("- " + (path + [name]).joined(separator: " "))
      case .insert(let index, let name, _):
        inserted.insert(index)
        lines.append("+ " + (path + [name]).joined(separator: " "))
      }
    }
    let pairs = zip(old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) })
    for (left, right) in pairs { compare(old[left], new[right], path + [before[left]]) }
  }

  /// What an element of a list is called.
  private static func name(_ element: JSONValue, _ index: Int) -> String {
    if element["rows"] != nil {
      return "section \(element["header"].flatMap { $0 == .null ? nil : TraceData.value($0) } ?? String(index + 1))"
    }
    let kind: String
    if case .string(let role)? = element["role"] { kind = PrintableText.line(role) } else { kind = "element" }
    for key in ["text", "title", "label", "header"] {
      if case .string(let text)? = element[key] { return "\(kind) \(PrintableText.quoted(text))" }
    }
    return element.members.isEmpty ? TraceData.value(element) : "\(kind) \(index + 1)"
  }
}
