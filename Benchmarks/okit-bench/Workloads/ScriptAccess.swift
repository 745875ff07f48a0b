import OKitEngine

extension Workload {
  static let scriptAccess = Workload(
    name: "scripts", about: "what a script reads, writes and adds, beside plain tables in Lua"
  ) { surroundings, report in
    let path = "\(surroundings.scratch)/access.lua"
    try Files.write(Array(ScriptAccess.script.utf8), to: path)
    let output = try Program.okitRun(surroundings).printed(
      ["run", path, "--documents", "\(surroundings.scratch)/access", "--no-store", "--limit-time", "60s"])
    let lines = output.filter { $0.hasPrefix(ScriptAccess.mark) }
    let values = try Peers.findings(in: lines.joined(separator: "\n"), of: path)
    let peers = try surroundings.peers.run(.lua, "access")
    for access in ScriptAccess.all {
      let value = try values.required(ScriptAccess.mark + access.name).value
      try report.add(
        "scripts: \(access.what)", value, .nanoseconds, besides: "lua5.4: \(access.peer)", peers[access.peer]?.value,
        goal: access.goal)
    }
  }
}

/// A loop of a script over the properties of entities. Its goal is a multiple of the time of the peer: plain tables, or
/// a path that Lua splits and follows through tables.
private struct ScriptAccess {
  let name: String
  let what: String
  let peer: String
  let goal: Double

  static let all = [
    ScriptAccess(name: "get", what: "e:get(\"price\")", peer: "split", goal: 0.35),
    ScriptAccess(name: "path", what: "e:get(\"child/child/child/price\")", peer: "split", goal: 0.35),
    ScriptAccess(name: "call", what: "e:get(\"double()\")", peer: "split", goal: 0.8),
    ScriptAccess(name: "set", what: "e:set(\"n\", i)", peer: "split", goal: 0.5),
    ScriptAccess(name: "assign", what: "e.n = i", peer: "assign", goal: 20),
    ScriptAccess(name: "add", what: "list:add { … }", peer: "add", goal: 5),
    ScriptAccess(name: "ipairs", what: "ipairs(list), a property", peer: "ipairs", goal: 5),
    ScriptAccess(name: "unheld", what: "the same, first time", peer: "ipairs", goal: 10),
  ]

  /// Begins the lines with results.
  static let mark = "scripts/"

  /// A program that prints the least time of each loop, in nanoseconds. Its writes are one turn.
  static let script = """
    local okit = require "okit"
    local t = okit.types
    local Node = okit.ModelEntity:extend("Node", { price = 7, n = 0, child = t.entity("Node") })
    function Node:double() return self.price * 2 end
    local Item = okit.ModelEntity:extend("Item", { price = 0, name = "" })
    local Shop = okit.ModelTransient:extend("Shop", { node = t.entity(Node), items = t.list(Item) })
    local shop = okit.Model.register(Shop)
    shop.node = Node { child = Node { child = Node { child = Node() } } }

    local function measure(name, n, loop, setup)
      local best = math.huge
      for _ = 1, 7 do
        if setup then setup(n) end
        local start = os.clock()
        loop(n)
        best = math.min(best, (os.clock() - start) / n)
      end
      print(("\(mark)%s %.6f 0"):format(name, best * 1e9))
    end

    local e, items = shop.node, shop.items
    measure("get", 100000, function(n) local s = 0 for i = 1, n do s = s + e:get("price") end return s end)
    measure("path", 100000, function(n)
      local s = 0
      for i = 1, n do s = s + e:get("child/child/child/price") end
      return s
    end)
    measure("call", 100000, function(n) local s = 0 for i = 1, n do s = s + e:get("double()") end return s end)
    measure("set", 100000, function(n) for i = 1, n do e:set("n", i) end end)
    measure("assign", 100000, function(n) for i = 1, n do e.n = i end end)
    measure("add", 100000, function(n) for i = 1, n do items:add { price = i, name = "abc" } end end,
      function() items:clear() end)
    local function sum() local s = 0 for _, item in ipairs(items) do s = s + item.price end return s end
    measure("ipairs", 100000, sum)
    local values = {}
    for i = 1, 100000 do values[i] = { price = i, name = "abc" } end
    measure("unheld", 100000, sum, function() items:clear() shop:apply { items = values } end)
    """
}
