import OKitEngine
import OKitLua
import Testing

/// Input of fields over a hot reload: it stays in the field of its entity, or is reported as lost.
@Suite struct ReloadInputTests {
  private static let copies = "okit.ModelTextCell { path = \"#Copies\", textPath = \"copies\" }"

  private static func script(_ form: String = "", field: String = copies)
    -> String
  {
    """
    local okit = require "okit"
    local t = okit.types
    local Book = okit.ModelEntity:extend("Book", { name = "", copies = 0, sequel = t.entity "Book" })
    local root = okit.Model.register(okit.Model:extend("Root", { books = t.list(Book) }))
    if #root.books == 0 then root.books = { { name = "Dune", sequel = { name = "Messiah" } } } end
    okit.ModelListTableController:extend("home", {
      dataPath = "books", cell = okit.ModelTableCell { path = "name", segue = "book" },
    })
    okit.ModelForm:extend("book", { \(form) editAlways = "#true", sections = { { cells = { \(field) } } } })
    """
  }

  /// Enters an invalid number, and continues with another script.
  private func reports(after next: String) throws -> (application: LuaApplication, messages: [String]) {
    var messages: [String] = []
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.onReport = { if $0.code == "form.discarded" { messages.append($0.message) } }
    let application = try LuaApplication(text: Self.script(), chunk: "app.lua", folder: "/nowhere", options: options)
    try application.driver.row(Locator("Dune")).tap()
    try application.driver.cell(Locator("Copies")).type("many")
    try application.reload(text: next)
    return (application, messages)
  }

  private static let lost =
    "\"book\" has no field any more for input that is not written, which is lost: \"Copies\""

  @Test func inputStaysInTheFieldOfItsEntity() throws {
    let (application, messages) = try reports(after: Self.script("titlePath = \"name\","))
    #expect(messages == [])
    #expect(application.driver.dump().contains("[many]"))
  }

  @Test(arguments: [
    script("contextPath = \"sequel\","), script(field: "okit.ModelTextCell { path = \"#Name\", textPath = \"name\" }"),
  ]) func inputOfAnotherEntityOrFieldIsLost(next: String) throws {
    let (application, messages) = try reports(after: next)
    #expect(messages == [Self.lost])
    #expect(application.runtime.stack == ["home", "book"] && !application.driver.dump().contains("many"))
  }

  @Test func inputOfAScreenThatIsGoneIsLost() throws {
    let next = Self.script().replacing("\"book\"", with: "\"other\"")
    let (application, messages) = try reports(after: next)
    #expect(messages == [Self.lost])
    #expect(application.runtime.stack == ["home"])
  }

  /// The text that is typed into the field of a list or section that adds entities, which has the focus in display
  /// mode, too.
  @Test(arguments: [
    "okit.ModelListTableController:extend(\"home\", { dataPath = \"books\", addField = \"name\", cell = cell })",
    """
    okit.ModelForm:extend("home", { sections = { { dataPath = "books", addField = "name", cell = cell } } })
    """,
  ])
  func theFieldThatAddsKeepsItsTextAndTheFocus(screen: String) throws {
    let script = """
      local okit = require "okit"
      local Book = okit.ModelEntity:extend("Book", { name = "" })
      okit.Model.register(okit.Model:extend("Root", { books = okit.types.list(Book) }))
      local cell = okit.ModelTableCell { path = "name" }
      \(screen)
      """
    let application = try LuaApplication(text: script, chunk: "app.lua", folder: "/nowhere")
    try application.driver.cell(Locator("name")).type("x")
    let before = application.driver.dump()
    #expect(before.contains("▸ [x]"))
    try application.reload(text: script + "\n-- Changed.")
    #expect(application.driver.dump() == before)
  }
}
