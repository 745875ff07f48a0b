/// Finds what of a storyboard an application with inferred classes can have.
struct StoryboardApplication {
  private let name: Words
  private let source: ScaffoldSource
  private(set) var draft: StoryboardSource
  /// What okit cannot use, and what was left out.
  private(set) var warnings: [Diagnostic] = []
  /// The lines of what is left out.
  private var lines: Set<Int> = []
  private var controllers: Set<String> = []

  /// The most attempts to leave out what the application cannot have; without it, the classes may be others.
  private static let maximumAttempts = 10

  /// - Parameters:
  ///   - check: Checks an application that reads the storyboard itself, so that findings have places in it.
  ///   - verify: Checks the scripts that are made from a draft.
  /// - Throws: a mistake of the storyboard that has nothing to do with the classes, with line and column; `new.data`
  ///   for another one that cannot be left out; what reading the storyboard and checking throw.
  init(
    _ source: ScaffoldSource, named name: Words, check: (StoryboardSource) throws -> [Diagnostic],
    verify: (StoryboardSource) throws -> [Diagnostic]
  ) throws {
    (self.name, self.source) = (name, source)
    draft = try StoryboardSource(source, named: name)
    warnings = draft.storyboard.warnings
    for _ in 0..<Self.maximumAttempts {
      let findings = try check(draft).filter { finding in
        finding.place?.file == source.name && finding.code != Self.unreachable
          && !lines.contains(finding.place?.line ?? 0)
      }
      if findings.isEmpty { break }
      for finding in findings { try leaveOut(finding) }
      try update()
    }
    for _ in 0..<Self.maximumAttempts {
      let findings = try verify(draft)
      guard try leaveOutUnreachable(findings) else {
        guard let finding = findings.first else { return }
        throw mistake(finding)
      }
      try update()
    }
  }

  private mutating func update() throws {
    draft = try StoryboardSource(source, named: name, leavingOut: lines, controllers: controllers)
  }

  // MARK: Attributes

  /// The mistakes that no inferred class can explain.
  private static let fatal: Set<Diagnostic.Code> = ["binding.syntax", "controller.identifier", "controller.property"]

  private mutating func leaveOut(_ finding: Diagnostic) throws {
    var finding = finding
    finding.place?.file = source.path
    guard let line = finding.place?.line, finding.severity == .warning || !isFatal(finding, line) else { throw finding }
    guard lines.insert(line).inserted else { return }
    // A cell is nothing without its value.
    for controller in draft.storyboard.controllers { lines.formUnion(Self.cells(controller.component, with: line)) }
    warn(finding, finding.message, hint: "add it to controllers.lua when the classes have what it needs")
  }

  /// Whether an application cannot be made without what a finding is about: the root of a container, or what a list
  /// shows.
  private func isFatal(_ finding: Diagnostic, _ line: Int) -> Bool {
    guard !Self.fatal.contains(finding.code) else { return true }
    return draft.storyboard.controllers.contains { controller in
      var properties = controller.component.properties.all
      if case .records(let tabs)? = controller.component.properties["tabs"] { properties += tabs.flatMap(\.all) }
      return properties.contains { ["root", "dataPath"].contains($0.name) && $0.place.line == line }
    }
  }

  private static let values: Set = ["textPath", "onPath", "valuePath", "datePath", "selectIndexPath", "selectionPath"]

  /// The lines of the cells whose value is in a line.
  private static func cells(_ component: StoryboardComponent, with line: Int) -> [Int] {
    let hasValue = component.properties.all.contains { values.contains($0.name) && $0.place.line == line }
    return component.properties.all.flatMap { property -> [Int] in
      switch property.value {
      case .components(let parts): parts.flatMap { cells($0, with: line) }
      case .records(let records):
        records.flatMap { record in
          record.all.flatMap { property -> [Int] in
            if case .components(let parts) = property.value { parts.flatMap { cells($0, with: line) } } else { [] }
          }
        }
      case .text, .bool, .number, .segue, .component: []
      }
    } + (hasValue && component.className.hasSuffix("Cell") ? [component.place.line] : [])
  }

  private mutating func warn(_ finding: Diagnostic, _ message: String, hint: String) {
    warnings.append(
      Diagnostic("new.attribute", "left out: \(message)", severity: .warning, place: finding.place, hint: hint))
  }

  // MARK: Controllers

  private static let unreachable: Diagnostic.Code = "controller.unreachable"

  /// Leaves out the controllers that nothing opens.
  ///
  /// - Returns: Whether there are any.
  private mutating func leaveOutUnreachable(_ findings: [Diagnostic]) throws -> Bool {
    let messages = Set(findings.filter { $0.code == Self.unreachable }.map(\.message))
    let found = draft.storyboard.controllers.filter { messages.contains("nothing opens \"\($0.name)\"") }
    for controller in found {
      controllers.insert(controller.name)
      let finding = Diagnostic(Self.unreachable, "", place: controller.component.place)
      warn(
        finding, "nothing opens \"\(controller.name)\"",
        hint: "okit-run storyboard --lua prints it; add it to controllers.lua with what opens it")
    }
    return !found.isEmpty
  }

  /// The error for a mistake that shows only in the scripts that were made.
  private func mistake(_ finding: Diagnostic) -> Diagnostic {
    let owner = draft.storyboard.controllers.first { finding.message.hasPrefix("\($0.name): ") }
    return Diagnostic(
      "new.data", "no application can be made of the storyboard: \(finding.message)",
      place: owner?.component.place ?? Diagnostic.Place(file: source.path), hint: finding.hint)
  }
}
