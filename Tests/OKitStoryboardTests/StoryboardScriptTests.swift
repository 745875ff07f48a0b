import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitStoryboard

@Suite struct StoryboardScriptTests {
  typealias XML = StoryboardXML

  private func script(_ controllers: String) throws -> String {
    StoryboardScript(try Storyboard(XML.document(controllers), file: "F.storyboard"), file: "F.storyboard").text
  }

  @Test func `controllers are printed with their lines`() throws {
    let text = try script(
      XML.list(
        "books", "<userDefinedRuntimeAttributes>", XML.attribute("type", "Book"),
        XML.attribute("titlePath", "%A &quot;b&quot;"),
        "<userDefinedRuntimeAttribute type=\"boolean\" keyPath=\"add\" value=\"NO\"/>",
        "</userDefinedRuntimeAttributes>",
        "<navigationItem title=\"Books\"><barButtonItem key=\"rightBarButtonItem\" title=\"Next\">",
        """
        <connections><segue destination="id-books" \
        kind="presentation"/></connections></barButtonItem></navigationItem>
        """,
        "<tableView><prototypes><tableViewCell reuseIdentifier=\"model\">", "<userDefinedRuntimeAttributes>",
        XML.attribute("path", "name"), "</userDefinedRuntimeAttributes></tableViewCell></prototypes></tableView>"))
    #expect(
      text == #"""
        -- The controllers of F.storyboard.

        local okit = require "okit"

        -- Books, line 5
        okit.ModelListTableController:extend("books", {
          type = "Book",
          titlePath = "%A \"b\"",
          add = false,
          right = { okit.ModelBarButtonItem { title = "%Next", segue = { to = "books", kind = "present" } } },
          cell = okit.ModelTableCell { path = "name" },
        })

        """#)
  }

  @Test func `a view that two properties share is a local`() throws {
    let text = try script(
      """
      <tableViewController storyboardIdentifier="book" id="b" customClass="ModelDetailTableController" \
      sceneMemberID="viewController">
      <tableView><sections><tableViewSection><cells><tableViewCell>
      <connections><outlet property="accessoryView" destination="x"/><outlet property="editingAccessoryView" \
      destination="x"/></connections>
      </tableViewCell></cells></tableViewSection></sections></tableView>
      </tableViewController>
      <button id="x"><state key="normal" title="More"/></button>
      """)
    #expect(
      text.hasSuffix(
        """

        -- line 5
        local accessoryView = okit.ModelButton { titlePath = "%More" }

        okit.ModelDetailTableController:extend("book", {
          sections = {
            { cells = { okit.ModelTableCell { accessoryView = accessoryView, editingAccessoryView = accessoryView } } },
          },
        })

        """))
  }

  @Test func `texts of the storyboard cannot leave their strings and comments`() throws {
    let text = try script(
      XML.list(
        "a&#10;os.exit()", "<navigationItem title=\"x&#10;os.exit()\"/>", "<userDefinedRuntimeAttributes>",
        XML.attribute("promptPath", "\\&quot; .. os.exit() .. &quot;"), "</userDefinedRuntimeAttributes>"))
    #expect(text.contains("-- x os.exit(), line 5\n"))
    #expect(text.contains(#"extend("a\nos.exit()", {"#))
    #expect(text.contains(#"promptPath = "\\\" .. os.exit() .. \"""#))
  }
}
