import Testing

@testable import OKitEngine

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

  @Test(arguments: screens)
  func `a layout stops when the budget is exhausted`(screen: Screen) {
    let budget = ExecutionBudget()
    var checks = 0
    budget.hostStatus = {
      checks += 1
      return checks > 2 ? .exceeded : .running
    }
    let text = screen.text(width: 72, budget: budget)
    #expect(budget.abandonedCount > 0)
    #expect(text.utf8.count < screen.text().utf8.count / 2)
  }

  @Test(arguments: screens)
  func `a layout within the budget is complete`(screen: Screen) {
    #expect(screen.text(width: 72, budget: ExecutionBudget()) == screen.text())
  }
}
