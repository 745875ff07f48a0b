import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitDocuments
@testable import OKitStorage

/// `models restore`, with the end of the process at each change of a file.
@Suite struct RestoreKilledTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local Film = okit.ModelEntity:extend("Film", { name = "", cover = okit.types.entity(okit.ModelData) })
      local Films = okit.Model:extend("Films", { films = okit.types.list(Film), notes = "" })
      local films = okit.Model.register(Films)
      local step = okit.arguments[1]
      if step == "fill" then
        for i = 1, 3 do films.films:add { id = "f" .. i, cover = { id = "c" .. i, data = "bytes " .. i } } end
        films.films:add { id = "kept", cover = { id = "k", data = "old" } }
      elseif step == "change" then
        while #films.films > 1 do films.films:remove(1) end
        films.films[1].cover.data = "new bytes"
        films.films:add { id = "g", cover = { id = "d", data = "another" } }
      end
      okit.Model.storeState()
      local texts = {}
      for i, film in ipairs(films.films) do texts[i] = film.id .. "=" .. film.cover.data end
      print(table.concat(texts, ","))
      """
    ])
    for step in ["fill", "change"] {
      let result = try CommandProcess.run(["app.lua", "--documents", "data", "--", step], in: folder)
      try #require(result.status == 0, "\(result)")
    }
  }

  private static let before = "kept=new bytes,g=another\n"
  private static let after = "f1=bytes 1,f2=bytes 2,f3=bytes 3,kept=old\n"

  /// Restores until the change with a number, and returns whether that was the end.
  private func restore(endingAfter count: Int) throws -> Bool {
    let models = try StoredModels("\(folder.path)/data", access: .owner)
    let storage = models.storage
    var left = count
    storage.tree.interrupt = { _ in
      left -= 1
      return left < 0 ? FileError(reason: "the process is gone") : nil
    }
    let parts = RestoredParts(ModelStore.defaultModelName, models)
    do {
      let replaced = try parts.current { _ in }
      try storage.restorePrevious(["okit/data/default.json"] + parts.prepare()).wait()
      _ = try parts.finish(replacing: replaced)
      return left >= 0
    } catch { return false }
  }

  @Test func leavesTheOldOrTheNewState() throws {
    var (seen, count, isComplete): (Set<String>, Int, Bool) = ([], 0, false)
    while !isComplete {
      isComplete = try restore(endingAfter: count)
      let result = try CommandProcess.run(["app.lua", "--documents", "data"], in: folder)
      #expect(result.status == 0 && [Self.before, Self.after].contains(result.output), "change \(count): \(result)")
      seen.insert(result.output)
      if result.output == Self.after {
        // And back again.
        let returned = try CommandProcess.run(["models", "restore", "--documents", "data"], in: folder)
        #expect(returned.status == 0, "change \(count): \(returned)")
        let result = try CommandProcess.run(["app.lua", "--documents", "data"], in: folder)
        #expect(result.output == Self.before, "change \(count): \(result)")
      }
      count += 1
      try #require(count < 200)
    }
    #expect(seen.count == 2 && count > 10)
  }
}
