import OKitEngine
import OKitLua
import Testing

/// Texts and constants that a script has written without `%` or `#`.
@Suite struct ForgottenSignTests {
  private static let models = """
    local okit = require "okit"
    local t = okit.types
    local Film = okit.ModelEntity:extend("Film", { name = "Dune" })
    local Films = okit.Model:extend("Films", { name = "Films", day = t.date, films = t.list(Film), director = \
    t.ref(Film) })
    function Films:check(x) return x end
    okit.extend("String", { euro = function(text, code) return text .. code end })
    okit.Model.register(Films)

    """

  /// The diagnostic of a script, which may stop it or be reported when the screen is shown.
  private func diagnostic(_ definition: String) throws -> Diagnostic {
    let application: LuaApplication
    do { application = try LuaApplication(text: Self.models + definition, chunk: "app.lua") } catch let failure
      as Diagnostic
    { return failure }
    defer { application.close() }
    _ = application.driver.dump()
    return try #require(application.runtime.diagnostics.first, "\(definition)")
  }

  private func title(_ literal: String) -> String {
    "okit.ModelDetailTableController:extend(\"home\", { titlePath = \(literal) })"
  }

  static let texts = [
    "Done!", "Price (EUR)", "A = B", "50% off", "Add #1", "1. Film", "[New]", "x > y", "me@home", "A = B, C", "a=b",
    "Say \"x\" = y", "Tap \\u{41} = A",
  ]

  /// The hint is what a script has to write: it is put into one, and its title is the text.
  @Test(arguments: texts)
  func `the hint is the complete text`(_ text: String) throws {
    let literal = "[==[\(text)]==]"
    let hint = try #require(try diagnostic(title(literal)).hint, "\(text)")
    let start = try #require(hint.firstRange(of: "a text is written "), "\(hint)")
    let forms = hint[start.upperBound...].split(separator: " (localized) or ", maxSplits: 1)
    #expect(forms.count == 2)
    for (form, sign) in zip(forms, ["%", "#"]) {
      #expect(form.hasPrefix("\"\(sign)"))
      let application = try LuaApplication(text: Self.models + title(String(form)), chunk: "app.lua")
      defer { application.close() }
      #expect(application.driver.screen.title == text)
      #expect(application.runtime.diagnostics.isEmpty)
    }
  }

  static let bindings = ["films/first(name", "nmae", "films.@cnt", "films,nmae"]

  @Test(arguments: bindings)
  func `a misspelt binding is not a text`(_ text: String) throws {
    #expect(try diagnostic(title("\"\(text)\"")).hint?.contains("a text is written") != true)
  }

  private func cell(_ cell: String) -> String {
    "okit.ModelDetailTableController:extend(\"home\", { sections = { { cells = {\n\(cell)\n} } } })"
  }

  @Test func `constants`() throws {
    let day = cell("okit.ModelDateCell { path = \"#D\", datePath = \"day\", maxDatePath = \"2030-01-01\" }")
    #expect(try diagnostic(day).hint == "a constant is written \"#2030-01-01\"")
    let action = "okit.ModelDetailTableController:extend(\"home\", { titlePath = \"#A\", titleTap = \"check(Eyes)\" })"
    #expect(try diagnostic(action).hint == "a constant is written \"#Eyes\"")
    let value = cell("okit.ModelTableCell { path = \"#A\", detailPath = \"name/euro(EUR)\" }")
    #expect(try diagnostic(value).hint == "a constant is written \"#EUR\"")
  }

  @Test func `a name of the target of a reference is not a text`() throws {
    let inside = cell("okit.ModelTextCell { path = \"#A\", contextPath = \"director\", textPath = \"name\" }")
    #expect(try diagnostic(inside).hint == "did you mean \"ref/name\"?")
    let path = cell("okit.ModelTableCell { path = \"#A\", detailPath = \"director/name\" }")
    #expect(try diagnostic(path).hint == "did you mean \"ref/name\"?")
    let lua = "okit.Model.get().director.name = 1\n" + title("\"#A\"")
    #expect(try diagnostic(lua).code == "model.unknownProperty")
    #expect(try diagnostic("print(okit.Model.get().director.name)").hint == "did you mean \"ref.name\"?")
  }
}
