import OKitTestSupport
import Testing

/// The images of rows and cells.
@Suite struct ImageTests {
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Icon = okit.ModelEntity:extend("Icon", {
      text = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4P5kBK2IYWhIAhNFkgVxj/1IAAAAASUVORK5CYII=",
      name = "star", secret = t.string { secret = true },
    })
    function Icon:run() error("ran") end
    local Icons = okit.Model:extend("Icons", { icons = t.list(Icon) })
    okit.Model.initialize(function()
      okit.Model.register(Icons).icons = { { id = "one", secret = "iVBORw0KGgoAAAA=" } }
    end)
    okit.ModelDetailTableController:extend("home", { contextPath = "/icons[0]", sections = { { cells = {
      okit.ModelImageCell { valuePath = "text" },
    } } } })
    """

  @Test func sendsImagesOfBase64Texts() throws {
    let server = try TestServer(Self.script)
    let response = try server.request("GET /image?id=one%2Ftext")
    #expect(response.status == 200)
    #expect(response.headers["content-type"] == "image/png")
    #expect(response.body.count == 74)
    #expect(Array(response.body.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test(arguments: ["one%2Fname", "one%2Fsecret", "one%2Frun()", "one%2Frun", "one", "two%2Ftext", "%2F", "one%2F"])
  func hasNoOtherImages(id: String) throws {
    let server = try TestServer(Self.script)
    #expect(try server.request("GET /image?id=\(id)").status == 404)
  }
}
