/// One thing that a step has changed.
package struct StepChange {
  enum Subject: Hashable {
    case model(Patch)
    case request(String)
    /// A screen that was opened or closed.
    case screen
    /// A part of the screen, such as `sections.1.rows.2.text`; `alert` and `sheet` for one that was opened.
    case shown(String)
    /// Rows or sections that were removed or moved.
    case order

    /// Whether the texts of all rows show it.
    var isOfRows: Bool {
      switch self {
      case .order: true
      case .shown(let part):
        part.contains(".rows.") && (part.hasSuffix(".text") || Int(part.split(separator: ".").last ?? "") != nil)
      default: false
      }
    }
  }

  let subject: Subject
  /// As `ignore` names it: `/items/0/stock`, `screen.title`.
  let path: String
  let text: String
  /// What the screen shows now.
  let value: JSONValue
  var isClaimed = false

  private init(_ subject: Subject, _ path: String, _ text: String, _ value: JSONValue = .null) {
    (self.subject, self.path, self.text, self.value) = (subject, path, text, value)
  }

  init(_ patch: Patch) {
    let text =
      switch patch.operation {
      case .move: "\(patch.from ?? "") moved to \(patch.path)"
      default: "\(patch.path) \(Self.short(patch.old)) → \(Self.short(patch.value))"
      }
    self.init(.model(patch), patch.path, text)
  }

  init(request: String) { self.init(.request(request), "request", "request \(request)", .string(request)) }

  private static func shown(_ part: String, _ text: String, _ value: JSONValue) -> StepChange {
    StepChange(.shown(part), "screen.\(part)", text, value)
  }

  private static func short(_ value: JSONValue) -> String {
    let text = ChangeClaims.lua(value)
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }

  /// As `app:changes(fn)` gives it.
  var jsonValue: JSONValue {
    switch subject {
    case .model(let patch): patch.jsonValue
    default: ["request": value]
    }
  }

  /// Whether it is something that a window shows.
  var isOfScreen: Bool {
    switch subject {
    case .screen, .shown, .order: true
    case .model, .request: false
    }
  }

  /// Whether a dialog was opened.
  var isOpening: Bool { subject == .shown("alert") || subject == .shown("sheet") }

  /// Whether who reads a part of the screen sees the change.
  func isShown(in part: String) -> Bool {
    switch subject {
    case .shown(let own): own == part || own.hasPrefix(part + ".") || part.hasPrefix(own + ".")
    case .order: part == "order"
    default: false
    }
  }

  // MARK: Screens

  /// - Parameter stacks: The open controllers before and now; nil for the same screen.
  static func all(from old: Screen, to new: Screen, _ stacks: (old: [String], new: [String])?) -> [StepChange] {
    var changes: [StepChange] = []
    if let alert = new.alert, alert.id != old.alert?.id {
      changes.append(opened("alert", alert.title ?? alert.message ?? ""))
    }
    if let sheet = new.sheet, sheet.id != old.sheet?.id {
      changes.append(opened("sheet", sheet.title ?? sheet.message ?? ""))
    }
    if let stacks {
      let (from, to) = (stacks.old.joined(separator: "/"), stacks.new.joined(separator: "/"))
      changes.append(StepChange(.screen, "screen", "screen \(from) → \(to)", ["name": .string(new.name)]))
      return changes
    }
    let diff = new.changes(since: old)
    // What was typed into a dialog is in it.
    for field in diff.fields where field.name != "alert" && field.name != "sheet" {
      let name = field.name == "gestures" ? "refresh" : field.name
      changes.append(shown(name, "screen.\(name) \(short(field.old)) → \(short(field.new))", field.new))
    }
    return changes + sections(diff) + rows(diff)
  }

  private static func opened(_ name: String, _ title: String) -> StepChange {
    shown(name, "\(name) \(PrintableText.quoted(title)) opened", ["title": .string(title)])
  }

  private static func sections(_ diff: ScreenDiff) -> [StepChange] {
    var changes: [StepChange] = []
    for section in diff.updatedSections {
      let (old, new) = (members(section.old.jsonValue), members(section.new.jsonValue))
      changes += changed(old, new, at: "sections.\(section.place + 1)", "section \(section.place + 1)")
    }
    for section in diff.insertedSections {
      changes.append(
        shown(
          "sections.\(section.place + 1)", "section \(section.place + 1) added",
          ["header": section.head.header.map(JSONValue.string) ?? .null]))
    }
    for place in diff.removedSections { changes.append(order("section \(place + 1) removed")) }
    for move in diff.movedSections { changes.append(order("section \(move.from + 1) moved to \(move.to + 1)")) }
    return changes
  }

  private static func order(_ text: String) -> StepChange { StepChange(.order, "screen.sections", text) }

  private static func rows(_ diff: ScreenDiff) -> [StepChange] {
    var changes: [StepChange] = []
    for removal in diff.removals { changes.append(order("\(name(removal.row, removal.path)) removed")) }
    for insertion in diff.insertions {
      changes.append(
        shown(
          part(insertion.path), "\(name(insertion.row, insertion.path)) added",
          ["text": insertion.row.text.map(JSONValue.string) ?? .null]))
    }
    for move in diff.moves {
      changes.append(
        order("row \(move.from.row + 1) of section \(move.from.section + 1) moved to row \(move.to.row + 1)"))
    }
    for update in diff.updates {
      changes += changed(
        members(update.old.plainObject), members(update.new.plainObject), at: part(update.path),
        name(update.new, update.path))
    }
    return changes
  }

  static func part(_ path: RowPath) -> String { "sections.\(path.section + 1).rows.\(path.row + 1)" }

  private static func name(_ row: Screen.Row, _ path: RowPath) -> String {
    "row \(row.text.map(PrintableText.quoted) ?? "\(path.row + 1)")"
  }

  private static func members(_ value: JSONValue) -> [String: JSONValue] {
    guard case .object(let members) = value else { return [:] }
    return members
  }

  private static func changed(
    _ old: [String: JSONValue], _ new: [String: JSONValue], at part: String, _ name: String
  ) -> [StepChange] {
    Set(old.keys).union(new.keys).sorted().compactMap { key in
      let (before, after) = (old[key] ?? .null, new[key] ?? .null)
      guard key != "id", key != "rows", before != after else { return nil }
      return shown("\(part).\(key)", "\(name): \(key) \(short(before)) → \(short(after))", after)
    }
  }
}

extension Patch {
  /// Whether who reads the value at a path sees the change.
  func isSeen(at read: String) -> Bool {
    // The root of the default model.
    if read.isEmpty { return path.hasPrefix("/") }
    if read == path || read.hasPrefix(path + "/") { return true }
    guard operation != .replace else { return false }
    return [path, from ?? path].contains { $0.hasPrefix(read + "/") && !$0.dropFirst(read.count + 1).contains("/") }
  }
}

/// A path of `ignore`: what has it, or is a part of that. `*` stands for one step.
package struct ChangePattern: Sendable {
  private let steps: [Substring]

  package init(_ text: String) { steps = Self.steps(of: text) }

  private static func steps(of path: String) -> [Substring] {
    path.split(whereSeparator: path.hasPrefix("screen") ? { $0 == "." } : { $0 == "/" })
  }

  func fits(_ path: String) -> Bool {
    let parts = Self.steps(of: path)
    return parts.count >= steps.count && zip(steps, parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
