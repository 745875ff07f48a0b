// The example of parts: the article has the lines between the marks, and TenLinesTests compares them.
import OKitEncryption
import OKitLua
import OKitSQLite

func partsExample() throws -> String {
  // <example>
  var options = LuaApplication.Options()
  options.parts = [.sqlite, .encryption(.file("shop.key"))]
  let app = try LuaApplication(
    text: "okit.Model.register(okit.ModelSQLite:extend('Shop', { name = 'Books' }))", options: options)
  let name: String = try app.get("name")
  // </example>
  return name
}
