import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitStoryboard

/// Mistakes in storyboards: each has a message with line and column, and the nearest name.
@Suite struct StoryboardMistakeTests {
  typealias XML = StoryboardXML

  private func message(_ text: String, names: [String: String] = [:]) -> String {
    let text = problem { _ = try Storyboard(text, file: "f", names: names) }
    return String(text.prefix { $0 != "\n" })
  }

  static let mistakes: [(String, String)] = [
    ("<plist/>", "storyboard.file: f:1:1: the file is not a storyboard: it has no <document> with <scenes>"),
    (
      "<document type=\"com.apple.InterfaceBuilder3.Cocoa.Storyboard.XIB\"><scenes/></document>",
      """
      storyboard.file: f:1:17: the file is for macOS; okit reads storyboards of iOS (use the storyboard of the iOS \
      application)
      """
    ),
    (
      "<document type=\"com.apple.InterfaceBuilder.WatchKit.Storyboard\"><scenes/></document>",
      """
      storyboard.file: f:1:17: the file is for watchOS; okit reads storyboards of iOS (use the storyboard of the iOS \
      application)
      """
    ),
    (
      "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"><objects/></document>",
      """
      storyboard.file: f:1:17: the file is a XIB file with views, without scenes; okit reads storyboards of iOS (use \
      the storyboard that has the controllers)
      """
    ),
    (
      "<archive type=\"com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB\" version=\"7.10\"/>",
      """
      storyboard.file: f:1:16: the file is an archive of Xcode 4 or older; okit reads storyboards of iOS (open it in \
      a newer Xcode, and save it)
      """
    ),
    (
      XML.document(
        "<viewController id=\"a\" customClass=\"ModelListTableControler\" sceneMemberID=\"viewController\"/>",
        "<viewController id=\"b\" customClass=\"Gallery\" sceneMemberID=\"viewController\"/>",
        """
        <tableViewController id="d" customClass="Gallery" \
        sceneMemberID="viewController"><tableView><sections><tableViewSection><cells>\n<tableViewCell \
        customClass="Photo"/></cells></tableViewSection></sections></tableView></tableViewController>
        """,
        XML.list(
          "c", "<tableView><prototypes><tableViewCell customClass=\"ModelTabelCell\"/></prototypes></tableView>",
          "<toolbarItems><barButtonItem customClass=\"Gallery\"/></toolbarItems>", "<connections>",
          "<segue destination=\"nowhere\" kind=\"show\"/>", "</connections>")),
      """
      storyboard.class: f:5:37: unknown classes "ModelListTableControler" (line 5), "Gallery" (line 8), "Photo" (line \
      12), "ModelTabelCell" (line 16) ("ModelListTableControler": did you mean "ModelListTableController"?; \
      "ModelTabelCell": did you mean "ModelTableCell"?; define the other classes in the script, before \
      okit.storyboard)
      """
    ),
    (
      XML.document(
        "<viewController id=\"a\" customClass=\"ModelListTableControler\" sceneMemberID=\"viewController\"/>"),
      "storyboard.class: f:5:37: unknown class \"ModelListTableControler\" (did you mean \"ModelListTableController\"?)"
    ),
    (
      XML.document("<viewController id=\"a\" customClass=\"ModelTextCell\" sceneMemberID=\"viewController\"/>"),
      "storyboard.class: f:5:37: \"ModelTextCell\" is not a class of controllers"
    ),
    (
      XML.document(
        XML.list(
          "a",
          """
          <tableView><prototypes><tableViewCell reuseIdentifier="model" customClass="ModelTabelCell"/></prototypes>
          """,
          "</tableView>")),
      "storyboard.class: f:6:76: unknown class \"ModelTabelCell\" (did you mean \"ModelTableCell\"?)"
    ),
    (
      XML.document(
        XML.list(
          "a", "<userDefinedRuntimeAttributes>", XML.attribute("titelPath", "x"), "</userDefinedRuntimeAttributes>")),
      """
      storyboard.attribute: f:7:53: ModelListTableController has no property "titelPath" (did you mean "titlePath"?)
      """
    ),
    (
      XML.document(XML.list("a", "<connections>", "<segue destination=\"id-b\" kind=\"show\"/>", "</connections>")),
      """
      storyboard.segue: f:7:21: the segue leads to "id-b", which is not a controller of the storyboard (did you mean \
      "id-a"?)
      """
    ),
    (
      XML.document(XML.list("a", "<connections>", "<segue kind=\"show\"/>", "</connections>")),
      "storyboard.segue: f:7:1: the segue has no destination"
    ),
    (
      XML.document(
        XML.list("a", "<connections>", "<segue destination=\"b\" kind=\"show\"/>", "</connections>"),
        "<viewController id=\"b\" sceneMemberID=\"viewController\"/>"),
      """
      storyboard.segue: f:7:21: the segue leads to "b", a <viewController> without a class of okit (give it a custom \
      class, at 12:1)
      """
    ),
    (
      XML.document(XML.list("a"), attributes: " initialViewController=\"id-b\""),
      """
      storyboard.identifier: f:2:109: the initial view controller is "id-b", which is not in the storyboard (did you \
      mean "id-a"?)
      """
    ),
    (
      XML.document(XML.list("a"), XML.list("a")),
      "storyboard.identifier: f:10:44: two controllers have the identifier \"a\" (the other one is at 5:1)"
    ),
    (
      XML.document(
        XML.list("a", "<connections>", "<outlet property=\"helpView\" destination=\"h\"/>", "</connections>")),
      "storyboard.attribute: f:7:42: the outlet \"helpView\" leads to \"h\", which does not exist"
    ),
  ]

  @Test(arguments: mistakes) func `a mistake has a message with its place`(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test func `a name needs a controller`() {
    #expect(
      message(XML.document(XML.list("a")), names: ["id-b": "b"])
        == """
        storyboard.identifier: f: names: the storyboard has no controller with the id "id-b" (did you mean "id-a"?)
        """
    )
  }

  @Test func `a message has its line and a caret`() {
    let text = XML.document(XML.list("a", "<connections><segue kind=\"show\"/></connections>"))
    #expect(
      problem { _ = try Storyboard(text, file: "f") }.hasSuffix(
        "no destination\n    <connections><segue kind=\"show\"/></connections>\n                 ^"))
  }

  private static func segue(to id: String) -> String {
    XML.list("a", "<connections>", "<segue destination=\"\(id)\" kind=\"show\"/>", "</connections>")
  }

  private static func inScenes(_ controllers: String...) -> String {
    controllers.joined(separator: "</objects></scene><scene><objects>")
  }

  private static let noRoot = "<navigationController id=\"n\" sceneMemberID=\"viewController\"/>"

  /// What cannot be defined has a warning, and so has what leads to it.
  static let undefined: [(String, [String])] = [
    (
      noRoot,
      [
        """
        f:5:1: warning: the navigation controller has no root view controller, and is not defined (connect it with \
        the controller that it shows first)
        """
      ]
    ),
    (
      "<tabBarController id=\"t\" sceneMemberID=\"viewController\"/>",
      [
        """
        f:5:1: warning: the tab bar controller has no tabs, and is not defined (connect it with the controllers of \
        its tabs)
        """
      ]
    ),
    (
      inScenes(segue(to: "n"), noRoot),
      [
        "f:7:21: warning: the segue leads to \"n\", a container without content, and has no effect (it is at 9:57)",
        """
        f:9:57: warning: the navigation controller has no root view controller, and is not defined (connect it with \
        the controller that it shows first)
        """,
      ]
    ),
    (
      inScenes(
        segue(to: "r"),
        "<viewControllerPlaceholder storyboardName=\"Settings\" id=\"r\" sceneMemberID=\"viewController\"/>"),
      [
        """
        f:7:21: warning: the segue leads to a storyboard reference without an identifier, to the first controller of \
        "Settings", and has no effect (give the reference the identifier of a controller, or name it: names = { ["r"] \
        = … })
        """
      ]
    ),
    (
      XML.list(
        "a",
        """
        <collectionView key="view"><cells><collectionViewCell><label \
        text="A"/></collectionViewCell></cells></collectionView>
        """
      ),
      [
        """
        f:6:1: warning: okit has no collection views: nothing of this one is shown (use a table view, whose prototype \
        is the cell)
        """
      ]
    ),
  ]

  @Test(arguments: undefined) func `what cannot be defined is left out with a warning`(
    text: String, expected: [String]
  ) throws {
    #expect(try Storyboard(XML.document(text), file: "f").warnings.map(\.description) == expected)
  }

  @Test func `the first controller can be in another storyboard`() throws {
    let reference = "<viewControllerPlaceholder storyboardName=\"Other\" id=\"r\" sceneMemberID=\"viewController\"/>"
    let text = XML.document(XML.list("a"), reference, attributes: " initialViewController=\"r\"")
    let storyboard = try Storyboard(text, file: "f")
    #expect(storyboard.controllers.map(\.name) == ["a"])
    #expect(
      storyboard.warnings.map(\.message)
        == ["the initial view controller is a storyboard reference without an identifier"])
  }

  @Test func `a storyboard reference can be named`() throws {
    let reference = "<viewControllerPlaceholder storyboardName=\"Settings\" id=\"r\" sceneMemberID=\"viewController\"/>"
    let text = XML.document(Self.inScenes(Self.segue(to: "r"), reference))
    let storyboard = try Storyboard(text, file: "f", names: ["r": "settings"])
    #expect(storyboard.warnings.isEmpty)
    #expect(StoryboardScript(storyboard, file: "f").text.contains("segue = \"settings\""))
  }

  @Test(arguments: [("AppleTV", "the storyboard is for tvOS; okit reads it as one for iOS")])
  func `other platforms have a warning`(target: String, message: String) throws {
    let text = XML.document(XML.list("a"), attributes: " targetRuntime=\"\(target)\"")
    #expect(try Storyboard(text, file: "f").warnings.map(\.message) == [message])
  }

  static let warnings: [(String, String)] = [
    (
      XML.list("a", "<userDefinedRuntimeAttributes>", XML.attribute("onPath", "x"), "</userDefinedRuntimeAttributes>"),
      """
      f:7:53: warning: ModelListTableController has no property "onPath"; the attribute has no effect (it is a \
      property of ModelSwitchCell)
      """
    ),
    (
      XML.list(
        "a", "<userDefinedRuntimeAttributes>", XML.attribute("layer.cornerRadius", "x"),
        "</userDefinedRuntimeAttributes>"),
      "f:7:53: warning: ModelListTableController has nothing at the key path \"layer.cornerRadius\""
    ),
    (
      XML.list(
        "a", "<userDefinedRuntimeAttributes>",
        """
        <userDefinedRuntimeAttribute type="size" keyPath="titlePath"><size key="value" \
        width="1"/></userDefinedRuntimeAttribute>
        """,
        "</userDefinedRuntimeAttributes>"),
      "f:7:62: warning: \"titlePath\" has a value that okit cannot use as a size (use a String with a binding)"
    ),
    (
      XML.list(
        "a", "<userDefinedRuntimeAttributes>", XML.attribute("titlePath", "x"), XML.attribute("titlePath", "y"),
        "</userDefinedRuntimeAttributes>"),
      "f:8:53: warning: ModelListTableController.titlePath is given twice; the last value holds"
    ),
    (
      XML.list(
        "a", "<tableView><prototypes>", "<tableViewCell reuseIdentifier=\"model\"/>", "<tableViewCell/>",
        "</prototypes></tableView>"),
      "f:8:1: warning: okit does not use this prototype (the identifier of the row is \"model\")"
    ),
    (
      XML.list("a", "<tableView><sections>", "<tableViewSection headerTitle=\"x\"/>", "</sections></tableView>"),
      "f:7:1: warning: ModelListTableController has no static sections"
    ),
    (
      XML.list("a", "<connections>", "<outlet property=\"banner\" destination=\"x\"/>", "</connections>"),
      "f:7:19: warning: ModelListTableController has no outlet \"banner\""
    ),
    (
      XML.list(
        "a", "<connections>", "<segue destination=\"id-a\" kind=\"show\" identifier=\"model\"/>",
        "<segue destination=\"id-a\" kind=\"show\" identifier=\"other\"/>", "</connections>"),
      "f:8:1: warning: nothing opens this segue to \"a\" (call okit.navigate(\"a\") in a function)"
    ),
    (
      XML.list("a", "<connections>", "<segue destination=\"id-a\" kind=\"fade\"/>", "</connections>"),
      "f:7:33: warning: the segue to \"a\" is of kind \"fade\", which okit shows like \"show\""
    ),
    (
      XML.list("a", "<tableView><view key=\"tableHeaderView\" customClass=\"Banner\"/></tableView>"),
      "f:6:53: warning: okit does not use this <view> of class \"Banner\""
    ),
    (
      XML.list(
        "a", "<tableView><view key=\"x\"><userDefinedRuntimeAttributes>", XML.attribute("a", "b"),
        "</userDefinedRuntimeAttributes></view></tableView>"),
      "f:6:26: warning: okit does not use the attributes of this <view>"
    ),
    (
      "<viewController id=\"b\" sceneMemberID=\"viewController\"/>",
      "f:5:1: warning: this <viewController> has no class of okit, and is not defined"
    ),
    (
      XML.list("a", "<navigationItem><barButtonItem key=\"leftBarButtonItem\" systemItem=\"undo\"/></navigationItem>"),
      "f:6:68: warning: okit has no system item \"undo\""
    ),
  ]

  @Test(arguments: warnings) func `what okit cannot use is a warning with its place`(text: String, expected: String)
    throws
  {
    let found = try Storyboard(XML.document(text), file: "f").warnings
    #expect(found.map(\.description) == [expected])
    #expect(found.map(\.code) == ["storyboard.unused"])
  }

  @Test func `a class of the script can be named`() throws {
    let definition = AppDefinition()
    let list = try #require(definition.classes["ModelListTableController"])
    let reader = PropertyReader(try EvaluationFixture().evaluator, list.descriptor, owner: "BookList")
    try definition.define("BookList", extending: list, values: try reader.read([:]))
    let text = XML.document("<tableViewController id=\"a\" customClass=\"BookList\" sceneMemberID=\"viewController\"/>")
    let storyboard = try Storyboard(text, file: "f", classes: StoryboardClasses(definition))
    #expect(storyboard.controllers.map(\.component.className) == ["BookList"])
  }
}
