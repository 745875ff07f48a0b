// The Swift recipe: the article has the lines between the marks, and TenLinesTests compares them.
import OKitLua

func grossExample() throws -> Double {
  // <example>
  var options = LuaApplication.Options()
  options.limits = LuaLimits(memory: 16 << 20, time: .seconds(1))
  let app = try LuaApplication(options: options)
  try app.register("tax.rate") { (country: String) in country == "DE" ? 0.25 : 0.2 }
  try app.run(text: "function gross(net, country) return net * (1 + tax.rate(country)) end")
  let gross: Double = try app.call("gross", 100, "DE")
  // </example>
  return gross
}
