import Foundation
import OKitTestSupport
import Testing

/// Texts in which a combining mark follows a character that paths, journals and exports give a meaning: one `Character`
/// of Swift, and two for everything that reads bytes.
@Suite struct CombiningMarkTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for kind in ["Model", "ModelSQLite", "ModelEncrypted"] {
      try folder.write(
        #"""
        local t = okit.types
        local Part = okit.ModelEntity:extend("Part", { text = "" })
        local Film = okit.ModelEntity:extend("Film", { name = "", prices = t.map(t.int), cover = \#
        t.entity(okit.ModelData) })
        local Deferred = okit.ModelPartial:extend("Deferred", { part = t.deferred "Part" })
        local Films = okit.\#(kind):extend("Films", { films = t.list(Film), parts = t.list(Deferred), notes = "" })
        local films = okit.Model.register(Films)
        local mark = "\u{338}"
        local ids = { "a/" .. mark .. "b", "~" .. mark .. "1", "/" .. mark, "." .. mark, mark, "'" .. mark, '"' .. \#
        mark, "\u{600}" }
        if films.notes == "" then
          films.notes = ("x"):rep(70000)
          for _, id in ipairs(ids) do
            films.films:add { id = id, name = '"' .. mark .. ",'" .. mark .. "); DROP TABLE films; --",
              cover = okit.ModelData { id = id .. " cover", data = id } }
            films.parts:add { id = id .. " part" }
            films.parts[#films.parts].part.text = id
          end
        end
        function change() for i, film in ipairs(films.films) do film.prices["/" .. mark], film.prices["~" .. mark] = \#
        i, 2 * i end end
        function isWhole()
          for i, film in ipairs(films.films) do
            local prices = film.prices
            if film.id ~= ids[i] or prices["/" .. mark] ~= i or prices["~" .. mark] ~= 2 * i then return film.id end
            if film.cover.data ~= ids[i] or films.parts[i].part.text ~= ids[i] then return film.id .. " has other \#
        parts" end
          end
          return true
        end
        okit.ModelListTableController:extend("home", { dataPath = "films", cell = okit.ModelTableCell { path = "name" \#
        } })
        """#, to: "\(kind).lua")
    }
  }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments + ["--documents", "d"], in: folder)
  }

  @Test(arguments: ["Model", "ModelSQLite", "ModelEncrypted"])
  func areStoredAndRead(_ kind: String) throws {
    #expect(try run("\(kind).lua", "--exec", "store").status == 0)
    #expect(try run("\(kind).lua", "--exec", "eval change(); store").status == 0)
    let read = try run("\(kind).lua", "--exec", "eval isWhole()")
    #expect(read.output == "true\n", "\(read.output)")
    let verified = try run("models", "verify")
    #expect(verified.status == 0, "\(verified.output)")
  }

  @Test func exportsQuoteEveryQuote() throws {
    try #require(try run("Model.lua", "--exec", "store").status == 0)
    let csv = try run("models", "export", "--format", "csv", "--list", "films").output
    #expect(csv.utf8.split(separator: UInt8(ascii: "\n")).count == 9)
    #expect(csv.unicodeScalars.filter { $0 == "\"" }.count % 2 == 0)
    let sql = try run("models", "export", "--format", "sql").output
    #expect(sql.unicodeScalars.filter { $0 == "'" }.count % 2 == 0)
  }
}
