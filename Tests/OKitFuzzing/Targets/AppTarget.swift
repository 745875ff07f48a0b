import OKitEngine
import OKitLua
import OKitTestSupport

extension FuzzTarget {
  /// A whole application: its script runs, its screens are shown and tapped.
  public static let app = FuzzTarget(name: "app") {
    { input in
      var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 600_000_000)))
      options.parts = .everything
      options.seed = 1
      options.limits = LuaLimits(
        memory: 16 << 20, time: .milliseconds(400), instructions: input.count % 16 == 0 ? nil : 200_000)
      options.print = { _ in }
      options.onReport = { _ in }
      do {
        let app = try LuaApplication(
          text: String(decoding: input, as: UTF8.self), chunk: "fuzz.lua", folder: "/nowhere", options: options)
        defer { app.close() }
        try use(AppDriver(app.runtime))
      } catch let error as Diagnostic {
        try require(!"\(error)".isEmpty, "failed without a message")
      }
    }
  }
}

/// Taps what there is, a few steps deep.
private func use(_ driver: AppDriver) throws {
  for step in 0..<12 {
    let screen = driver.screen
    try require(!screen.text(width: 60).isEmpty, "a screen without a text")
    let paths = screen.rowPaths
    let actions: [ScreenAction] =
      [
        .answer(screen.alert?.id ?? screen.sheet?.id ?? DialogID(1), 0), .tapBarButton(.init(.right, .own(0))),
        .tapBarButton(.init(.right, .builtIn(.add))), .search("a"), .search(""), .tapTitle, .refresh, .key(.next),
        .key(.done), .key(.submit),
      ]
      + (paths.isEmpty
        ? []
        : [
          .tapRow(.path(paths[step % paths.count])), .more(.path(paths[0])), .delete(.path(paths[paths.count - 1])),
          .edit(.path(paths[0]), .text("x")), .edit(.path(paths[0]), .value(.bool(true))),
        ]) + [.back, .close]
    // The driver rejects actions that are not available; that is not a finding.
    do { try driver.runtime.perform(actions[(step * 5) % actions.count]) } catch is Diagnostic {}
    do { try driver.runtime.advance(seconds: 1) } catch is Diagnostic {}
  }
}
