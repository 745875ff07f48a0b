// The example of a storage kind: the article has the lines between the marks, and ThreadExampleTests compares them.
import OKitLua

func storageExample() throws -> (count: Int, paths: [String]) {
  // <example>
  final class Memory: ModelStorage {
    private(set) var contents: [String: [UInt8]] = [:]
    func read(_ path: String) throws -> [UInt8]? { contents[path] }
    func write(_ changes: [String: [UInt8]?]) throws { for (path, bytes) in changes { contents[path] = bytes } }
    func paths(below folder: String) throws -> [String] { contents.keys.filter { $0.hasPrefix(folder + "/") } }
  }

  let memory = Memory()
  var options = LuaApplication.Options()
  options.modelStorage = memory
  let script = """
    local Shop = okit.Model:extend('Shop', { count = 0 })
    local shop = okit.Model.register(Shop)
    function store() okit.Model.store(shop) end
    """
  let app = try LuaApplication(text: script, options: options)
  try app.set("count", to: 3)
  try app.call("store")
  app.close()
  let next = try LuaApplication(text: script, options: options)
  let count: Int = try next.get("count")
  // </example>
  next.close()
  return (count, memory.contents.keys.sorted())
}
