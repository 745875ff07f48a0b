import OKitEngine
import Testing

@Suite struct RowTests {
  /// Rows share their fields until one of them is changed.
  @Test func aChangedCopyLeavesTheOtherAsItIs() {
    let row = Screen.Row(id: .cell(1), text: "Dune", leading: ["Mark"], control: Control(kind: .text, value: .null))
    var copy = row
    #expect(copy == row && copy.hashValue == row.hashValue)
    copy.text = "Emma"
    copy.leading.append("Sell")
    copy.control?.isEnabled = false
    copy.isAccented = true
    #expect(row.text == "Dune" && row.leading == ["Mark"] && row.control?.isEnabled == true && !row.isAccented)
    #expect(copy != row && copy.text == "Emma" && copy.leading == ["Mark", "Sell"] && copy.isAccented)
    (copy.text, copy.leading, copy.control, copy.extras) = (row.text, row.leading, row.control, row.extras)
    #expect(copy == row && copy.hashValue == row.hashValue)
  }
}
