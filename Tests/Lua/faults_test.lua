-- Faults in models, bindings and observers, and their effects.
describe("faults", function()
  local app, model
  before_each(function()
    app = okit.launch("faults_app.lua")
    model = app:model()
  end)

  -- The messages with a code; reading them claims them.
  local function found(code)
    local texts = {}
    for _, diagnostic in ipairs(app.diagnostics) do
      if diagnostic.code == code then texts[#texts + 1] = diagnostic.message end
    end
    return texts
  end

  it("sorting by what fails for some rows puts these last, and tells once", function()
    app:set("nodes[2]/name", "bad")
    expect(app:rows()).to_equal { "x", "y", "bad" }
    expect(app:rows()).to_equal { "x", "y", "bad" }
    local problems = app.diagnostics
    expect(problems).to_have_count(1)
    expect(problems[1].text).to_match("it has no key")
    expect(problems[1].text).to_match("in 'rowSort' of 'nodes'")
    app:set("nodes[2]/name", "good")
    expect(app:rows()).to_equal { "good", "x", "y" }
  end)

  it("a cycle of computed properties is reported with its path, and gives nil there", function()
    expect(app:get("nodes[0]/a")).to_be(2)
    expect(found("model.cycle")).to_equal {
      "computed properties depend on each other: Node.a → Node.b → Node.c → Node.a",
    }
  end)

  it("computed properties may lead through many entities", function()
    app:call("grow(#200)")
    expect(app:get("chain/depth")).to_be(201)
    expect(app.diagnostics).to_have_count(0)
  end)

  it("observers that feed themselves are cut, with the bindings named", function()
    model:observe("left", function(new) model.right = new + 1 end)
    model:observe("right", function(new) model.left = new + 1 end)
    app:set("left", 1)
    local texts = found("observe.endless")
    expect(#texts).to_be(1)
    expect(texts[1]).to_match('"right" of /')
    -- The application continues.
    app:set("nodes[0]/name", "still here")
    expect(app:rows()[2]).to_be("still here")
  end)

  it("observers may write, and those that read it hear once", function()
    local heard = {}
    model:observe("left", function(new) model.total = new * 2 end)
    model:observe("left, total", function(new) heard[#heard + 1] = new end)
    app:set("left", 2)
    expect(heard[#heard]).to_be("2 4")
    app:undo()
    expect(app:get("total")).to_be(0)
    expect(heard[#heard]).to_be("0 0")
    app:redo()
    expect(heard[#heard]).to_be("2 4")
    expect(app.diagnostics).to_have_count(0)
  end)

  it("observers may cancel themselves and others, and make new ones", function()
    local heard = {}
    local first, second
    first = model:observe("left", function()
      heard[#heard + 1] = "first"
      first:cancel()
      second:cancel()
      model:observe("left", function() heard[#heard + 1] = "third" end)
    end)
    second = model:observe("left", function() heard[#heard + 1] = "second" end)
    app:set("left", 1)
    expect(heard).to_equal { "first" }
    app:set("left", 2)
    expect(heard).to_equal { "first", "third" }
  end)

  it("an observation may be cancelled by what it evaluates", function()
    local heard = {}
    model:follow(heard)
    app:set("left", 3)
    app:set("left", 4)
    expect(heard).to_equal {}
  end)

  it("observers that make ever new ones are cut", function()
    local function follow(number)
      model:observe("left", follow)
      model.left = number + 1
    end
    model:observe("left", follow)
    app:set("left", 1)
    expect(found("observe.endless")).to_have_count(1)
  end)

  it("a text of another spelling is another text", function()
    local heard = {}
    local node = model.nodes[1]
    node:observe("name", function(new) heard[#heard + 1] = #new end)
    app:set("nodes[0]/name", "\u{e9}")
    app:set("nodes[0]/name", "e\u{301}")
    expect(heard).to_equal { 2, 3 }
  end)

  it("an observer that fails rolls back its own writes, not the turn", function()
    model:observe("left", function() model.right = 7; error("no") end)
    app:set("left", 1)
    local problems = app.diagnostics
    expect(problems).to_have_count(1)
    expect(problems[1].text).to_match('in an observer of "left"')
    expect(app:get("left")).to_be(1)
    expect(app:get("right")).to_be(0)
  end)

  it("a screen leaves with the entity that it shows", function()
    app:row("x"):tap()
    expect(app.stack).to_equal { "nodes", "node" }
    model.nodes:remove(model.nodes[1])
    expect(app.stack).to_equal { "nodes" }
    expect(app:rows()).to_equal { "a", "y" }
    app:undo()
    expect(app:rows()).to_equal { "a", "x", "y" }
  end)

  it("a removed row is reported", function()
    local row = app:row("x")
    model.nodes:clear()
    expect(function() row:tap() end).to_fail('"x" is no longer on "nodes"')
  end)

  it("an observer of an entity that goes hears of nothing more", function()
    local heard = {}
    local node = model.nodes[1]
    node:observe("parent", function(new) heard[#heard + 1] = new or "nowhere" end)
    model.nodes:remove(node)
    expect(heard).to_equal { "nowhere" }
    node.name = "alone"
    expect(#heard).to_be(1)
  end)

  it("a property refuses NaN and infinities", function()
    expect(function() app:set("nodes[0]/price", 0 / 0) end).to_fail("Node.price needs a Double, got Number nan")
    expect(function() app:set("nodes[0]/price", -math.huge) end).to_fail("Node.price needs a Double, got Number %-inf")
    expect(app:get("nodes[0]/price")).to_be(0)
  end)

  it("a computed property may be NaN or infinite, and is shown and added", function()
    app:set("nodes[1]/price", 1)
    app:set("nodes[2]/price", -1)
    expect(app:get("nodes[1]/ratio")).to_be(math.huge)
    expect(app:get("nodes[2]/ratio")).to_be(-math.huge)
    expect(app:get("nodes[0]/ratio") ~= app:get("nodes[0]/ratio")).to_be(true)
    local sum = app:get("nodes.@sum.ratio")
    expect(sum ~= sum).to_be(true)
    app:set("nodes[2]/price", 1)
    app:set("nodes[0]/price", 1)
    expect(app:get("nodes.@sum.ratio")).to_be(math.huge)
  end)
end)
