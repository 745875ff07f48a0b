// The example of "Using okit from Swift": the article has the lines between the marks, and TenLinesTests compares them.
import OKitLua

func tenLines() throws -> (text: String, total: Double) {
  // <example>
  var options = LuaApplication.Options()
  options.limits = LuaLimits(memory: 16 << 20, time: .seconds(1))
  let app = try LuaApplication(options: options)
  try app.define("Book", [Property("name", .string), Property("price", .double)])
  try app.extend("Number", "vat") { (price: Double, rate: Double) in price * (1 + rate) }
  try app.register("shop.greet") { (name: String) in "Hello \(name)" }
  try app.run(text: "function total(price) return Book { price = price }:get('price/vat(#0.5)') end")
  let text: String = try app.call("shop.greet", "Ada")
  let total: Double = try app.call("total", 10)
  // </example>
  return (text, total)
}
