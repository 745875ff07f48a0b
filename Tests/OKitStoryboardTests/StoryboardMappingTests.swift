import OKitEngine
import Testing

@testable import OKitStoryboard

/// What elements of Interface Builder become, as the printed script has it.
@Suite struct StoryboardMappingTests {
  typealias XML = StoryboardXML

  private func script(_ controllers: [String], attributes: String = "") throws -> String {
    let scenes = controllers.joined(separator: "</objects></scene><scene><objects>")
    let text = XML.document(scenes, attributes: attributes)
    return StoryboardScript(try Storyboard(text, file: "f"), file: "f").text
  }

  /// A detail with one cell and its native control.
  private static func cell(_ name: String, _ native: String) -> String {
    """
    <tableViewController id="d" customClass="ModelDetailTableController" sceneMemberID="viewController"><tableView>
    <sections><tableViewSection><cells><tableViewCell customClass="\(name)"><connections>
    <outlet property="control" destination="n"/></connections></tableViewCell></cells></tableViewSection></sections>
    </tableView></tableViewController>\(native)
    """
  }

  private static let controls: [(String, String)] = [
    (
      cell(
        "ModelTextCell",
        """
        <textField id="n" placeholder="Name"><textInputTraits key="textInputTraits" \
        secureTextEntry="YES"/></textField>
        """
      ),
      "okit.ModelTextCell { placeholder = \"%Name\", secure = \"#true\" }"
    ),
    (
      cell("ModelSliderCell", "<slider id=\"n\" minValue=\"0.5\" maxValue=\"10\" minimumValueImage=\"low\"/>"),
      "okit.ModelSliderCell { minValuePath = \"#0.5\", maxValuePath = \"#10\", minImagePath = \"#low\" }"
    ),
    (
      cell("ModelStepperCell", "<stepper id=\"n\" minimumValue=\"1\" maximumValue=\"5\" stepValue=\"2\"/>"),
      "okit.ModelStepperCell { minValuePath = \"#1\", maxValuePath = \"#5\", stepValuePath = \"#2\" }"
    ),
    (
      cell(
        "ModelSegmentCell",
        """
        <segmentedControl id="n"><segments><segment title="A"/><segment title="B, C"/></segments></segmentedControl>
        """
      ),
      #"okit.ModelSegmentCell { segmentsPath = "%A,%B\\u{2c} C" }"#
    ),
    (
      cell(
        "ModelDateCell",
        """
        <datePicker id="n" datePickerMode="date"><date key="minimumDate" \
        timeIntervalSinceReferenceDate="0"/></datePicker>
        """
      ),
      "okit.ModelDateCell { modePath = \"#1\", minDatePath = \"#2001-01-01T00:00:00Z\" }"
    ),
  ]

  @Test(arguments: controls) func `the native control gives defaults`(controller: String, expected: String) throws {
    #expect(try script([controller]).contains(expected))
  }

  private static let properties: [(String, String)] = [
    (
      """
      <userDefinedRuntimeAttribute type="string" keyPath="titlePath"><string \
      key="value">%A</string></userDefinedRuntimeAttribute>
      """,
      "titlePath = \"%A\""
    ),
    (
      """
      <userDefinedRuntimeAttribute type="string" keyPath="titlePath"><localizedString key="value">A, \
      b</localizedString></userDefinedRuntimeAttribute>
      """,
      #"titlePath = "%A\\u{2c} b""#
    ),
    (
      """
      <userDefinedRuntimeAttribute type="number" keyPath="titleCount"><real key="value" \
      value="1.5"/></userDefinedRuntimeAttribute>
      """,
      "titleCount = 1.5"
    ),
    ("<userDefinedRuntimeAttribute type=\"boolean\" keyPath=\"edit\" value=\"NO\"/>", "edit = false"),
    ("<userDefinedRuntimeAttribute type=\"image\" keyPath=\"quickImage\" value=\"book\"/>", "quickImage = \"#book\""),
    ("<userDefinedRuntimeAttribute type=\"nil\" keyPath=\"titlePath\"/>", "extend(\"a\", {})"),
  ]

  @Test(arguments: properties) func `a runtime attribute is a property`(attribute: String, expected: String) throws {
    let list = XML.list(
      "a", "<userDefinedRuntimeAttributes>\(attribute)</userDefinedRuntimeAttributes>")
    #expect(try script([list]).contains(expected))
  }

  private static let film =
    """
    <tableViewController storyboardIdentifier="film" id="f" customClass="ModelDetailTableController" \
    sceneMemberID="viewController"/>
    """

  private static func row(_ segue: String, attributes: String = "") -> String {
    XML.list(
      "films",
      "<tableView><prototypes><tableViewCell reuseIdentifier=\"model\"><userDefinedRuntimeAttributes>\(attributes)",
      "</userDefinedRuntimeAttributes><connections>\(segue)</connections></tableViewCell></prototypes></tableView>")
  }

  private static let segues: [(String, String)] = [
    (row("<segue destination=\"f\" kind=\"show\"/>"), "cell = okit.ModelTableCell { segue = \"film\" }"),
    (
      row("<segue destination=\"f\" kind=\"popoverPresentation\"/>"),
      "cell = okit.ModelTableCell { segue = { to = \"film\", kind = \"present\" } }"
    ),
    (
      row("<segue destination=\"s\" kind=\"show\"/>"),
      "cell = okit.ModelTableCell { segue = { to = \"s\", kind = \"present\" } }"
    ),
    (row("<segue destination=\"r\" kind=\"show\"/>"), "cell = okit.ModelTableCell { segue = \"elsewhere\" }"),
    (
      row("<segue destination=\"e\" kind=\"unwind\" unwindAction=\"back:\"/>"),
      "cell = okit.ModelTableCell { tap = \"close()\" }"
    ),
    (
      row("<segue destination=\"f\" kind=\"show\"/>", attributes: XML.attribute("contextPath", "ref")),
      "{ segue = \"film\", cell = okit.ModelTableCell { contextPath = \"ref\" } }"
    ),
  ]

  @Test(arguments: segues) func `a segue opens its destination`(list: String, expected: String) throws {
    let text = try script([
      list, Self.film,
      """
      <navigationController id="s" sceneMemberID="viewController"><connections><segue destination="f" \
      kind="relationship" relationship="rootViewController"/></connections></navigationController>
      """,
      """
      <viewControllerPlaceholder storyboardName="Other" referencedIdentifier="elsewhere" id="r" \
      sceneMemberID="viewController"/>
      """,
    ])
    #expect(text.contains(expected), "\(text)")
  }

  @Test func `the initial controller is the first one`() throws {
    let text = try script([XML.list("a"), XML.list("b")], attributes: " initialViewController=\"id-b\"")
    #expect(text.contains("line 7\nokit.ModelListTableController:extend(\"b\", {})\n\n-- line 5\n"))
  }
}
