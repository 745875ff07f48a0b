import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// Checks of controllers that are not shown at the start.
@Suite struct LaterCheckTests {
  /// Each controller opens the next one, and has a mistake.
  private static let script = """
    local okit = require "okit"
    okit.Model.register(okit.Model:extend("M", { name = "" }))
    for _, link in ipairs { { "home", "next" }, { "next", "last" }, { "last" } } do
      okit.ModelDetailTableController:extend(link[1], {
        sections = { { cells = {
          okit.ModelTextCell { path = "%Name", textPath = link[1] .. "Name", segue = link[2] },
        } } },
      })
    end
    """

  private func open(later: Bool) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.onReport = { _ in }
    options.checksLater = later
    return try LuaApplication(text: Self.script, options: options)
  }

  /// The controllers whose mistakes were reported.
  private func owners(_ application: LuaApplication) -> [String] {
    application.runtime.diagnostics.compactMap { $0.code == "binding.unknownName" ? $0.origin?.owner : nil }
  }

  @Test func `the first screen and what it opens are checked at the start`() throws {
    let application = try open(later: true)
    defer { application.close() }
    #expect(owners(application) == ["home", "next"])
    _ = application.driver.dump()
    #expect(owners(application) == ["home", "next"])
  }

  @Test func `others are checked when they are opened, once`() throws {
    let application = try open(later: true)
    defer { application.close() }
    for _ in 0..<2 {
      try application.runtime.turn { try application.runtime.navigate(to: "last", context: nil) }
      _ = application.driver.dump()
      #expect(owners(application) == ["home", "next", "last"])
    }
  }

  @Test func `all are checked when nobody waits, and at the start of other programs`() throws {
    let application = try open(later: true)
    defer { application.close() }
    for _ in 0..<2 {
      application.runtime.checkRemainingDefinitions()
      #expect(owners(application) == ["home", "next", "last"])
    }
    let other = try open(later: false)
    defer { other.close() }
    #expect(owners(other) == ["home", "next", "last"])
  }
}
