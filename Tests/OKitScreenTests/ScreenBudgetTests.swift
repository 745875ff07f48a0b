import OKitTestSupport
import Testing

@testable import OKitScreen

/// The layout of a screen as text takes steps of the execution budget.
@Suite struct ScreenBudgetTests {
  private static let long = String(repeating: "word ", count: 20_000)

  private static func screen(_ rows: [Screen.Row]) -> Screen {
    Screen(kind: .list, name: "long", title: "t", sections: [Section(rows: rows)])
  }

  static let screens = [
    screen((0..<50).map { Screen.Row(id: .cell($0), text: long) }),
    screen([Screen.Row(id: .cell(0), text: "a", detail: long)]),
    Screen(kind: .list, name: "long", title: long),
    Screen(kind: .list, name: "long", title: "t", sections: [Section(footer: long)]),
  ]

  // By their numbers: a test prints its arguments.
  @Test(arguments: screens.indices)
  func `a layout stops when the budget is exhausted`(index: Int) {
    let screen = Self.screens[index]
    var checks = 0
    let budget = ExecutionBudget(
      TestExecutionHost {
        checks += 1
        return checks > 2 ? .exceeded : .running
      })
    let text = screen.text(width: 72, budget: budget)
    #expect(budget.abandonedCount > 0)
    #expect(text.utf8.count < screen.text().utf8.count / 2)
  }

  @Test(arguments: screens.indices)
  func `a layout within the budget is complete`(index: Int) {
    let screen = Self.screens[index]
    #expect(screen.text(width: 72, budget: ExecutionBudget()) == screen.text())
  }

  /// A character with so many marks that looking for its end takes long.
  private static let marks = "a" + String(repeating: "\u{301}", count: 500_000)

  @Test func `a character with very many marks is cut`() {
    let screen = Self.screen([Screen.Row(id: .cell(0), text: Self.marks)])
    let text = screen.shortened().sections[0].rows[0].text ?? ""
    #expect(text.utf8.count < 5000)
    #expect(text.hasSuffix("… (1000001 bytes)"))
  }

  @Test func `texts are not read when the budget is exhausted`() {
    let budget = ExecutionBudget(TestExecutionHost())
    let screen = Self.screen((0..<50).map { Screen.Row(id: .cell($0), text: Self.marks) })
    let shortened = screen.shortened(to: .layout, dialogs: .layout, budget: budget)
    #expect(shortened.sections[0].rows.allSatisfy { $0.text == "" })
  }

  @Test func `dialogs are as long as a person reads them`() {
    var screen = Self.screen([])
    screen.alert = Alert(
      title: "t", message: String(repeating: "m\n", count: 100_000),
      actions: (0..<1000).map { DialogAction(title: "\($0)") })
    let text = screen.shortened().text()
    #expect(text.contains("… (200000 bytes)"))
    #expect(text.contains("(… (1000 actions))"))
    #expect(text.split(separator: "\n").count < 320)
  }
}
