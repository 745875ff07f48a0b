import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitScreen

/// The progress cell: its row and its text, and that a person cannot change it.
@Suite struct ProgressCellTests {
  let sample: BookSample
  init() throws { sample = try BookSample() }

  @Test func showsAValueInPercent() throws {
    let cell = try sample.cell(.progressCell, ["path": "name", "valuePath": "copies"])
    let control = try #require(cell.row()?.control)
    #expect(control.withoutTexts == Control(kind: .progress, value: .int(3), isEnabled: false, max: .int(100)))
    #expect(cell.row(editing: true)?.control == control)
    #expect(cell.row()?.path == "copies")
    let json = try #require(cell.row()?.jsonValue["control"])
    #expect(json["kind"] == .string("progress"))
    #expect(json["value"] == .int(3))
    #expect(json["max"] == .int(100))
    #expect(json["enabled"] == .bool(false))
  }

  @Test(
    arguments: [
      ("copies", "#4", "████████░░ 75 %"), ("copies", "#3", "██████████ 100 %"), ("copies", "#2", "██████████ 100 %"),
      ("price", "#100", "█░░░░░░░░░ 10 %"), ("#-5", "#100", "░░░░░░░░░░ 0 %"), ("size", "#100", "░░░░░░░░░░"),
      ("copies", "#0", "░░░░░░░░░░"), ("copies", "name", "░░░░░░░░░░"),
    ] as [(String, String, String)])
  func isDrawnAsABar(value: String, maximum: String, text: String) throws {
    let cell = try sample.cell(.progressCell, ["valuePath": .string(value), "maxValuePath": .string(maximum)])
    #expect(cell.row()?.control?.drawing == text)
  }

  @Test func isKeptBetweenZeroAndItsMaximum() throws {
    let cell = try sample.cell(.progressCell, ["valuePath": "copies", "maxValuePath": "#10"])
    for (copies, shown) in [(5, 5), (11, 10), (-1, 0)] {
      try sample.set("copies", .int(copies))
      #expect(cell.row()?.control?.value == .int(shown))
    }
  }

  @Test func cannotBeChanged() throws {
    let cell = try sample.cell(.progressCell, ["path": "name", "valuePath": "copies"])
    let refused = #expect(throws: Diagnostic.self) { try cell.edit(.value(.int(5))) }
    #expect(refused?.code == "action.impossible")
    #expect(refused?.message == "\"Dune\" only shows a value and cannot be changed")
    #expect(sample.value("copies") == .int(3))
  }
}
