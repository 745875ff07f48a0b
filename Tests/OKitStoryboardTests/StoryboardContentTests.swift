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
      cell("<label><mutableString key=\"text\">Lost\ntext</mutableString></label>"),
      #"okit.ModelTableCell { path = "%Lost\ntext" }"#, []
    ),
    (
      cell(
        """
        <colorWell id="1"/><containerView id="2"/><activityIndicatorView id="3"/><arscnView id="4"/><view>\
        <subviews><mysteryView id="5"/></subviews></view><button id="6"><buttonConfiguration key="configuration" \
        title="Go"/></button>
        """
      ),
      "okit.ModelTableCell {}",
      [
        """
        f:8:1: warning: okit does not use <colorWell>, <containerView>, <activityIndicatorView>, <arscnView>, \
        <mysteryView>, <button> "Go" of this cell
        """
      ]
    ),
    (
      cell(
        """
        <segmentedControl><segments><segment title="Day"/><segment image="w"/><segment title="12"/></segments>\
        </segmentedControl><toolbar><items><barButtonItem title="Sort"/><barButtonItem systemItem="flexibleSpace"/>\
        <barButtonItem systemItem="add"/></items></toolbar><navigationBar><items><navigationItem title="Top"/></items>\
        </navigationBar>
        """),
      "okit.ModelTableCell {}",
      [
        """
        f:8:1: warning: okit does not use <segmentedControl> "Day", "12", <toolbar> "Sort", "add", <navigationBar> \
        "Top" of this cell (a row with such a control is a cell of the class ModelSegmentCell)
        """
      ]
    ),
    (
      cell(
        "<textField text=\"Ann \" placeholder=\"Name\"/>", attributes: " customClass=\"ModelTextCell\"",
        more: attribute("textPath", "name")),
      "okit.ModelTextCell { textPath = \"name\", placeholder = \"%Name\" }",
      [
        """
        f:8:18: warning: okit does not use the text "Ann " of this <textField> (the field shows the value of its \
        property)
        """
      ]
    ),
    (
      cell(
        "<textView><string key=\"text\">Lorem\nipsum</string></textView>",
        attributes: " customClass=\"ModelMultilineCell\"",
        more: attribute("textPath", "name")),
      "okit.ModelMultilineCell { textPath = \"name\" }",
      [
        """
        f:8:1: warning: okit does not use the text "Lorem\\nipsum" of this <textView> (the field shows the value of \
        its property)
        """
      ]
    ),
    (
      XML.list(
        "a",
        """
        <tableView key="view"><searchBar key="tableHeaderView" placeholder="Find"/>
        <view key="tableFooterView"><subviews><label text="End"/></subviews></view><prototypes>
        <tableViewCell reuseIdentifier="model"/><collectionViewCell/><collectionViewCell><subviews><label \
        text="Lost"/></subviews></collectionViewCell></prototypes></tableView>
        """
      ), "cell = okit.ModelTableCell {}",
      [
        """
        f:6:23: warning: okit does not use <searchBar> "Find", <label> "End", <collectionViewCell>, <label> "Lost" \
        of this controller (a list has a search bar, unless its attribute search is off)
        """
      ]
    ),
    (
      """
      <viewController storyboardIdentifier="v" id="v" customClass="ModelController" sceneMemberID="viewController">
      <navigationItem key="navigationItem"><searchBar key="titleView" placeholder="Find"/></navigationItem>
      </viewController>
      """, "okit.ModelController:extend(\"v\", {})",
      ["f:6:38: warning: okit cannot show this <searchBar> \"Find\" as the titleView"]
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

  @Test(arguments: [
    ("<buttonConfiguration key=\"configuration\" title=\"Go\"/>", "titlePath = \"%Go\""),
    (
      """
      <state key="normal" title="Old"/><buttonConfiguration key="configuration"><attributedString \
      key="attributedTitle"><fragment content="New"/></attributedString><imageReference key="image" image="star"/>\
      </buttonConfiguration>
      """, "titlePath = \"%New\", iconPath = \"#star\""
    ),
  ])
  func `the configuration of a button has its title`(content: String, expected: String) throws {
    let found = try read(
      """
      <viewController storyboardIdentifier="v" id="v" customClass="ModelController" sceneMemberID="viewController">
      <view key="view"><subviews><button>\(content)</button></subviews></view></viewController>
      """)
    #expect(found.script.contains("okit.ModelButton { \(expected) }"), "\(found.script)")
    #expect(found.warnings == [])
  }

  @Test(arguments: [
    (" targetRuntime=\"iOS.CocoaTouch\"", nil), (" targetRuntime=\"iOS.CocoaTouch.iPad\"", nil),
    (" targetRuntime=\"VisionOS\"", "visionOS"), (" targetRuntime=\"AppleTV\"", "tvOS"),
    (" targetRuntime=\"Toaster\"", "the unknown system \"Toaster\""),
  ])
  func `the system of a storyboard`(attributes: String, system: String?) throws {
    let storyboard = try Storyboard(XML.document(XML.list("a"), attributes: attributes), file: "f")
    let expected = system.map { "f:2:17: warning: the storyboard is for \($0); okit reads it as one for iOS" }
    #expect(storyboard.warnings.map(\.description) == (expected.map { [$0] } ?? []))
  }

  @Test func `an empty name is as good as none`() throws {
    let storyboard = try Storyboard(
      XML.document(
        XML.list("a", "<connections><segue destination=\"r\" kind=\"show\" id=\"s\"/></connections>"),
        """
        <viewControllerPlaceholder storyboardName="Other" referencedIdentifier="" id="r" \
        sceneMemberID="viewController"/>
        """,
        """
        <tableViewController storyboardIdentifier="" id="unnamed" customClass="ModelListTableController" \
        sceneMemberID="viewController"/>
        """), file: "f")
    #expect(storyboard.controllers.map(\.name) == ["a", "unnamed"])
    #expect(storyboard.warnings.contains { $0.message.contains("a storyboard reference without an identifier") })
    #expect(!StoryboardScript(storyboard, file: "f").text.contains("segue"))
  }

  @Test func `invisible characters of texts are escaped`() throws {
    #expect(
      LuaText.quoted("a\u{202E}b\u{200B}\u{2028}\u{85}\t\u{7F}é")
        == #""a\u{202e}b\u{200b}\u{2028}\u{85}\u{9}\u{7f}é""#)
    #expect(LuaText.quoted("👩\u{200D}💻") == "\"👩\u{200D}💻\"")
  }

  @Test(arguments: [("<", "utf-16le"), ("\0<", "utf-16be")])
  func `a text of another encoding names it`(start: String, encoding: String) {
    let text = "?xml version=\"1.0\"?><document/>".map { String($0) }.joined(separator: "\0")
    let failure = #expect(throws: Diagnostic.self) {
      try Storyboard(start == "<" ? "<\0" + text + "\0" : "\0<\0" + text, file: "f")
    }
    #expect(failure?.message == "the file is \(encoding), and not UTF-8")
  }
}
