import OKitEngine
import Testing

@testable import OKitStoryboard

/// Native views inside of cells and controllers: they become texts of a row, or are named in a warning.
@Suite struct StoryboardContentTests {
  typealias XML = StoryboardXML

  private func read(_ controller: String) throws -> (script: String, warnings: [String]) {
    let storyboard = try Storyboard(XML.document(controller), file: "f")
    return (StoryboardScript(storyboard, file: "f").text, storyboard.warnings.map(\.description))
  }

  /// A detail with one static cell, whose content begins in line 8.
  private static func cell(_ content: String, attributes: String = "", more: String = "") -> String {
    """
    <tableViewController storyboardIdentifier="d" id="d" customClass="ModelDetailTableController" \
    sceneMemberID="viewController">
    <tableView key="view"><sections><tableViewSection><cells><tableViewCell id="c"\(attributes)>
    <tableViewCellContentView key="contentView"><subviews>
    \(content)
    </subviews></tableViewCellContentView>\(more)</tableViewCell></cells></tableViewSection></sections></tableView>
    </tableViewController>
    """
  }

  private static func attribute(_ name: String, _ value: String) -> String {
    "<userDefinedRuntimeAttributes>\(XML.attribute(name, value))</userDefinedRuntimeAttributes>"
  }

  private static let rows: [(String, String, [String])] = [
    (
      cell("<label text=\"Wi-Fi\"/><stackView><subviews><label text=\"Home\"/></subviews></stackView>"),
      "okit.ModelTableCell { path = \"%Wi-Fi\", detailPath = \"%Home\" }", []
    ),
    (
      cell(
        "<label><string key=\"text\">Two\nlines</string></label><label text=\"\"/><label text=\"x\" hidden=\"YES\"/>"),
      #"okit.ModelTableCell { path = "%Two\nlines" }"#, []
    ),
    (
      cell(
        """
        <label><attributedString key="attributedText"><fragment content="A "/><fragment><string \
        key="content">b</string></fragment></attributedString></label>
        """
      ), "okit.ModelTableCell { path = \"%A b\" }", []
    ),
    (
      cell(
        "<label text=\"Name\"/><textField placeholder=\"Your name\"/>", attributes: " customClass=\"ModelTextCell\"",
        more: attribute("textPath", "name")),
      "okit.ModelTextCell { textPath = \"name\", path = \"%Name\", placeholder = \"%Your name\" }", []
    ),
    (
      cell("<label text=\"Name\"/>", attributes: " customClass=\"ModelTextCell\"", more: attribute("path", "title")),
      "okit.ModelTextCell { path = \"title\" }", []
    ),
    (
      cell("<label text=\"Download\"/><view><subviews>\n<switch/><slider/><switch/></subviews></view>"),
      "okit.ModelTableCell { path = \"%Download\" }",
      [
        """
        f:9:1: warning: okit does not use <switch>, <slider>, <switch> of this cell (a row with such a control is a \
        cell of the class ModelSwitchCell or ModelSliderCell)
        """
      ]
    ),
    (
      cell(
        """
        <textField placeholder="Server"/><button><state key="normal" title="Connect"/></button><imageView \
        image="lock"/><imageView/>
        """
      ),
      "okit.ModelTableCell {}",
      [
        """
        f:8:1: warning: okit does not use <textField> "Server", <button> "Connect", <imageView> "lock" of this cell \
        (a row with such a control is a cell of the class ModelTextCell or ModelImageCell)
        """
      ]
    ),
    (
      cell("<label text=\"A\"/><label text=\"B\"/><label text=\"C\"/>"),
      "okit.ModelTableCell { path = \"%A\", detailPath = \"%B\" }",
      ["f:8:35: warning: okit does not use <label> \"C\" of this cell"]
    ),
    (
      XML.list(
        "a",
        """
        <tableView key="view"><prototypes><tableViewCell reuseIdentifier="model"><tableViewCellContentView \
        key="contentView">
        """,
        """
        <subviews><label \
        text="Title"/></subviews></tableViewCellContentView></tableViewCell></prototypes></tableView>
        """
      ),
      "cell = okit.ModelTableCell {}", ["f:7:11: warning: okit does not use <label> \"Title\" of this cell"]
    ),
    (
      """
      <viewController storyboardIdentifier="v" id="v" customClass="ModelController" sceneMemberID="viewController">
      <view key="view"><subviews><label text="Hello"/>
      <textField placeholder="Name"/><tableView><prototypes><tableViewCell><label \
      text="x"/></tableViewCell></prototypes></tableView>
      </subviews></view></viewController>
      """,
      "views = { okit.ModelLabel { textPath = \"%Hello\" } }",
      [
        """
        f:7:1: warning: okit does not use <textField> "Name", <tableView> of this controller (a row with such a \
        control is a cell of the class ModelTextCell)
        """
      ]
    ),
  ]

  @Test(arguments: rows) func `content becomes texts, or is named`(
    controller: String, expected: String, warnings: [String]
  ) throws {
    let found = try read(controller)
    #expect(found.script.contains(expected), "\(found.script)")
    #expect(found.warnings == warnings)
  }
}
