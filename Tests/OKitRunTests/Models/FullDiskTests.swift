import OKitTestSupport
import Testing

/// Databases where no file can grow.
@Suite struct FullDiskTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "" })
      local Films = okit.ModelSQLite:extend("Films", { films = t.list(Film) })
      local films = okit.Model.register(Films)
      function Films:add(name) self.films:add { id = name, name = name } end
      function Films:fill() for i = 1, 2000 do self.films:add { name = ("film %d "):format(i):rep(20) } end end
      okit.ModelListTableController:extend("home", {
        type = "Film", dataPath = "films", titlePath = "%Films", cell = okit.ModelTableCell { path = "name" },
      })
      """
    ])
  }

  private func run(_ commands: String..., limit: Int? = nil) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "d", "--seed", "1", "--exec", commands.joined(separator: "; ")], in: folder,
      after: limit.map { "trap '' XFSZ; ulimit -f \($0)" })
  }

  private static let message = "the limit on the size of files is reached"

  @Test func `reading says that a file cannot grow`() throws {
    #expect(try run("call add(#Alien)").status == 0)
    let refused = try run("get films.name", limit: 16)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("default.sqlite: cannot read the database: \(Self.message)"), "\(refused)")
    #expect(refused.errors.contains("make room beside the database"), "\(refused)")
    #expect(try run("get films.name").output == "[\"Alien\"]\n")
  }

  @Test func `a store says that a file cannot grow, and changes nothing`() throws {
    #expect(try run("call add(#Alien)").status == 0)
    let refused = try run("call fill", "store", limit: 200)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("default.sqlite: cannot write the database: \(Self.message)"), "\(refused)")
    #expect(try run("get films.name").output == "[\"Alien\"]\n")
    let verified = try CommandProcess.run(["models", "verify", "app.lua", "--documents", "d"], in: folder)
    #expect(verified.output == "default  ok\n", "\(verified)")
  }
}
