import OKitLive
import OKitTestSupport
import Testing

/// Random actions in several windows: the updates rebuild each screen, also for a page that has missed some of them.
@Suite struct RandomActionTests {
  @Test(arguments: [
    ("scripts/orders/app.lua", 40), ("scripts/todomvc/todomvc.lua", 40), ("scripts/world/app.lua", 40),
    ("scripts/bookshop/app.lua", 40), ("scripts/7guis/cells.lua", 20),
  ])
  func updatesRebuildEachScreen(_ script: String, _ steps: Int) throws {
    let live = try TestApplication.launch(script: script)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(seed: seed)
    var pages = try (0..<3).map { _ in
      let page = TestPage(live)
      try page.send(.hello(.init()))
      return page
    }
    var numbers = [0, 0, 0]
    var copies = pages.map { [$0.copy] }
    var performed = 0
    let count = RandomSteps.count(steps)
    // Further ones while none has succeeded.
    for step in 0..<max(count, 1000) {
      guard step < count || performed == 0 else { break }
      let index = Int.random(in: 0..<3, using: &random)
      let (page, name) = (pages[index], "w\(index + 1)")
      guard let screen = try live.screen(of: name)?.screen else { throw Mismatch("window \(name) is gone") }
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        try page.send(.rows(Int.random(in: 0..<50, using: &random)..<60))
      case 1:
        // Connects again, with what it had at some time.
        page.cut()
        let copy = copies[index].randomElement(using: &random) ?? nil
        pages[index] = TestPage(live, copy: copy)
        try pages[index].send(.hello(.init(window: name, epoch: live.options.epoch, seen: copy?.revision)))
        #expect(pages[index].welcome["window"] == .string(name))
      case 2 where numbers[index] > 0:
        let number = Int.random(in: 1...numbers[index], using: &random)
        let revision = page.copy?.revision
        try page.act(number, "back")
        #expect(page.last?["seq"] == .int(number))
        #expect(page.copy?.revision == revision)
      default:
        numbers[index] += 1
        let action = RandomAction.next(screen, &random)
        try page.act(numbers[index], action)
        #expect(page.last?["seq"] == .int(numbers[index]))
        if page.last?["error"] == nil { performed += 1 }
      }
      // The others have got updates, too, and are compared now and then.
      for (number, page) in pages.enumerated() where number == index || step.isMultiple(of: 10) {
        let (shown, fresh) = (page.copy?.screen ?? [:], try live.freshScreen(of: "w\(number + 1)"))
        guard page.failure == nil, shown == fresh else {
          let members = Set(fresh.keys).union(shown.keys).filter { fresh[$0] != shown[$0] }.sorted()
          throw Mismatch(
            "seed \(seed), step \(step), window \(number + 1), \(members): \(page.failure.map { "\($0)" } ?? "differs")"
          )
        }
        if copies[number].last??.revision != page.copy?.revision { copies[number].append(page.copy) }
      }
    }
    #expect(performed > 0, "seed \(seed): too few actions succeed: \(performed)")
  }
}

/// Actions that mostly are possible.
private enum RandomAction {
  static func next(_ live: LiveScreen, _ random: inout SplitMix) -> JSONValue {
    let screen = live.screen.topmost
    if let dialog = (screen.jsonValue["alert"] ?? .null).dialogActions
      ?? (screen.jsonValue["sheet"] ?? .null).dialogActions
    {
      return ["tap": dialog.randomElement(using: &random) ?? "help"]
    }
    let rows = screen.sections.flatMap(\.rows)
    let json = screen.jsonValue
    var actions: [JSONValue] = ["back", "close", "menu", "undo", "redo", "refresh"]
    for bar in ["left", "right", "toolbar", "tabs", "columns", "views"] {
      if case .array(let buttons)? = json[bar] { actions += buttons.compactMap { $0["id"].map { ["tap": $0] } } }
    }
    if screen.help != nil { actions.append(["tap": "help"]) }
    if json["search"] != .null {
      actions.append(["search": .string(["", "a", "e"].randomElement(using: &random) ?? "")])
    }
    for row in (rows + rows.flatMap(\.cells)).shuffled(using: &random).prefix(8) {
      let id = JSONValue.string(row.id.description)
      actions.append(["tap": id])
      if !row.trailing.isEmpty { actions += [["delete": id], ["more": id]] }
      if !row.leading.isEmpty { actions.append(["quick": id]) }
      if row.isMovable { actions.append(["move": id, "to": .int(Int.random(in: 0..<4, using: &random))]) }
      if screen.isEditing { actions.append(["select": id, "on": .bool(Bool.random(using: &random))]) }
      guard row.control != nil else { continue }
      let control = JSONValue.string("\(row.id)/control")
      let text = ["", "7", "Anna", "<b>", "=1+1"].randomElement(using: &random) ?? ""
      actions += [
        ["edit": control, "text": .string(text)], ["edit": control, "value": .bool(Bool.random(using: &random))],
        ["edit": control, "option": .int(Int.random(in: 0..<3, using: &random))], ["edit": control, "steps": 1],
      ]
    }
    return actions.randomElement(using: &random) ?? "back"
  }
}

extension JSONValue {
  /// The identifiers of the actions of a dialog; nil without one.
  fileprivate var dialogActions: [JSONValue]? {
    guard case .array(let actions)? = self["actions"] else { return nil }
    return actions.compactMap { $0["id"] }
  }
}
