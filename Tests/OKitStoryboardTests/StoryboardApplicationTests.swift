import OKitStoryboard
import Testing

/// Applications without scripts, whose controllers come from a storyboard.
@Suite struct StoryboardApplicationTests {
  typealias XML = StoryboardXML

  private func app(_ storyboard: String) throws -> Application {
    var options = Application.Options()
    options.parts = [.storyboards]
    options.fixture = ["books": [["name": "Dune"]]]
    let app = try Application(options: options)
    try app.define("Book", [Property("name", .string)])
    try app.define("Shop", extending: "Model", [Property("books", .list(.entity("Book")))])
    try app.registerModel("Shop")
    try app.define(storyboard: storyboard, file: "Main.storyboard")
    try app.launch()
    return app
  }

  @Test func `a storyboard defines the controllers`() throws {
    let text = XML.document(
      """
      <tableViewController storyboardIdentifier="books" id="b" customClass="ModelListTableController" \
      sceneMemberID="viewController"><userDefinedRuntimeAttributes>
      \(XML.attribute("dataPath", "books"))\(XML.attribute("titlePath", "#Books"))
      </userDefinedRuntimeAttributes><tableView><prototypes><tableViewCell reuseIdentifier="model" \
      customClass="ModelTableCell"><userDefinedRuntimeAttributes>\(XML.attribute("path", "name"))\
      </userDefinedRuntimeAttributes></tableViewCell></prototypes></tableView></tableViewController>
      """)
    let app = try app(text)
    let screen = try app.screen
    #expect(screen.name == "books" && screen.title == "Books")
    #expect(screen.sections.first?.rows.map(\.text) == ["Dune"])
  }

  @Test func `a mistake has its line`() {
    let text = XML.document(
      XML.list(
        "books", "<userDefinedRuntimeAttributes>", XML.attribute("titl", "#A"), "</userDefinedRuntimeAttributes>"))
    let error = #expect(throws: Diagnostic.self) { _ = try app(text) }
    #expect(error?.code == "storyboard.attribute" && error?.place?.file == "Main.storyboard" && error?.place?.line == 7)
  }
}
