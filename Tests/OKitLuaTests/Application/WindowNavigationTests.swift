import OKitLua
import OKitTestSupport
import Testing

@testable import OKitEngine

/// Random actions in three windows of random applications.
@Suite struct WindowNavigationTests {
  /// All seeds with `OKIT_LONG=1`.
  static let seeds = 0..<UInt64(LongTests.areOn ? 200 : 8)

  /// A screen of which nothing was kept: of the same place in a new window, which is removed again.
  private func freshScreen(of window: AppWindow, _ runtime: AppRuntime) throws -> Screen {
    var place = runtime.inside(window) { runtime.navigationState }
    for index in place.screens.indices { place.screens[index].instance = runtime.containers.makeHandle().id }
    let copy = runtime.addWindow(numbered: runtime.lastWindow + 1)
    try runtime.turn { try runtime.inside(copy) { try runtime.restore(place) } }
    defer {
      runtime.containers.remove(copy.container)
      runtime.windows.removeAll { $0 === copy }
    }
    return runtime.screen(in: copy, window: copy.scrolledRows).comparable
  }

  @Test(arguments: seeds) func `each window shows its place, and differences rebuild it`(seed: UInt64) throws {
    let walk = try RandomWalk(seed: seed)
    let runtime = walk.runtime
    for _ in 0..<2 { _ = try walk.application.openWindow() }
    func shown(_ window: AppWindow) -> Screen { runtime.screen(in: window, window: window.scrolledRows) }
    var last = Dictionary(uniqueKeysWithValues: runtime.windows.map { ($0.number, shown($0)) })
    var places: Set<[String]> = []
    for number in 0..<125 {
      let window = runtime.windows[Int.random(in: 0..<3, using: &walk.random)]
      walk.step(in: window)
      if number % 40 == 39 {
        try runtime.close(runtime.windows[1 + number % 2])
        let new = try runtime.openWindow()
        last[new.number] = shown(new)
      }
      for window in runtime.windows {
        let (screen, before) = (shown(window), try #require(last[window.number]))
        #expect(
          screen.changes(since: before).applied(to: before) == screen.jsonValue, "seed \(seed), action \(number)")
        last[window.number] = screen
        places.insert(window.stack)
        let difference = try freshScreen(of: window, runtime).changes(since: screen.comparable)
        try #require(
          difference.isEmpty,
          """
          seed \(seed), action \(number), window \(window.number): \(difference.fields), \
          \(difference.updates.map { "\($0.old.jsonValue) → \($0.new.jsonValue)" })
          """)
      }
    }
    #expect(places.count > 3, "the walk has opened screens, seed \(seed)")
    #expect(
      Set(runtime.windows.compactMap { $0.top?.handle }).count == 3, "no window shows the controller of another one")
  }

  @Test(arguments: seeds) func `a reload keeps the places of all windows`(seed: UInt64) throws {
    let walk = try RandomWalk(seed: seed)
    for _ in 0..<2 { _ = try walk.application.openWindow() }
    for round in 0..<4 {
      for _ in 0..<24 { walk.step(in: walk.runtime.windows[Int.random(in: 0..<3, using: &walk.random)]) }
      for window in walk.runtime.windows {
        while let dialog = window.dialogs.first {
          try walk.runtime.perform(.answer(dialog.id, dialog.actions.count - 1), in: window)
        }
      }
      let (before, states) = (walk.state, walk.runtime.windowStates)
      let screens = try walk.application.windows.map(walk.application.screen(ofWindow:))
      try walk.application.reload()
      #expect(walk.runtime.windowStates == states, "seed \(seed), round \(round)")
      try #require(walk.state == before, "seed \(seed), round \(round)")
      // With the instances, so that an action that was chosen before is not stale.
      #expect(
        try walk.application.windows.map(walk.application.screen(ofWindow:)).map(\.instance) == screens.map(\.instance),
        "seed \(seed), round \(round)")
    }
  }
}

extension Screen {
  /// The screen without its dialog, without what says which controller shows it, and without the focus: the first field
  /// of a screen that was opened again has it until a field is edited.
  fileprivate var comparable: Screen {
    var copy = self
    (copy.instance, copy.alert, copy.sheet) = (nil, nil, nil)
    copy.menu?.instance = nil
    for path in copy.rowPaths {
      copy.sections[path.section].rows[path.row].control?.isFocused = false
      copy.sections[path.section].rows[path.row].control?.hasKeyboard = false
    }
    return copy
  }
}
