-- Chains of computed properties that are longer than any stack.
describe("deep chains", function()
  local app, model
  local count = 400
  before_each(function()
    app = okit.launch("deep_chains_app.lua")
    model = app:model()
  end)

  for _, name in ipairs {
    "byRef", "byText", "byFormula", "byNestedFormula", "byExtension", "byCall", "bySum", "byMap", "bySorted", "byPcall",
    "byXpcall", "byCoroutine", "byResume", "byComparison", "byPattern", "byChunk", "byClosed", "byMetatable",
  } do
    it("gives the right number: " .. name, function()
      model:fill(count)
      expect(app:get("items[" .. count - 1 .. "]/" .. name)).to_be(count)
      expect(model.items[count // 2][name]).to_be(count // 2)
      model.items[1].n = 5
      expect(model.items[count // 2][name]).to_be(count // 2 + 4)
      expect(model.items[count][name]).to_be(count + 4)
      expect(app.diagnostics).to_have_count(0)
    end)
  end

  it("is right on a screen, after a change at its start and after undoing it", function()
    model:fill(2000)
    expect(app:cell(1).text).to_be "2000"
    model.items[1].n = 3
    expect(app:cell(1).text).to_be "2002"
    app:undo()
    expect(app:cell(1).text).to_be "2000"
  end)

  it("is right when the sum over all begins at the end", function()
    model:fill(1000)
    expect(model.sumOfAll).to_be(500500)
    model.items[500].n = 2
    expect(model.sumOfAll).to_be(500500 + 501)
  end)

  it("is right for the cells of a spreadsheet", function()
    model.cells:add { id = "a1", formula = "1" }
    model.cells:add { id = "b1", formula = "2" }
    for row = 2, 300 do
      model.cells:add { id = "a" .. row, formula = "a" .. row - 1 .. "+b" .. row - 1 .. "*0+1" }
      model.cells:add { id = "b" .. row, formula = "2*a" .. row .. "-b" .. row - 1 }
    end
    local a, b = 1, 2
    for _ = 2, 300 do
      a = a + 1
      b = 2 * a - b
    end
    expect(app:get("cells[598]/value")).to_be(a)
    expect(app:get("cells[599]/value")).to_be(b)
    model.cells[1].formula = "11"
    expect(app:get("cells[598]/value")).to_be(a + 10)
  end)

  it("is right for random graphs", function()
    for seed = 1, 5 do
      local nodes = okit.launch("deep_chains_app.lua"):model()
      nodes:addNodes(250, seed)
      local expected = nodes:expected()
      expect(nodes.nodes[250].value, "seed " .. seed).to_be(expected[250])
      for _, start in ipairs { 1, 7, 120 } do
        nodes.nodes[start].n = nodes.nodes[start].n + 1
        expected = nodes:expected()
        for index = 250, 1, -1 do
          expect(nodes.nodes[index].value, "seed " .. seed .. ", node " .. index).to_be(expected[index])
        end
      end
    end
  end)

  it("reports a cycle that is longer than the stack", function()
    model:fill(300)
    model.items[1].before = "i300"
    expect(app:get("items[299]/byRef")).to_be(300)
    local found = app.diagnostics
    expect(found).to_have_count(1)
    expect(found[1].code).to_be "model.cycle"
    expect(found[1].message).to_match "Item%.byRef → Item%.byRef"
  end)

  describe("a value that met a limit", function()
    it("is not kept, and its readers fail with the reason", function()
      model.limit = 300
      for _, name in ipairs { "recursive", "reader", "catcher" } do
        expect(app:get(name), name).to_be(nil)
        local found = app.diagnostics
        expect(found).to_have_count(1)
        expect(found[1].code).to_be "lua.depth"
        expect(found[1].message).to_match "stack overflow"
        expect(function() return model[name] end).to_fail "stack overflow"
        expect(function() return model:get(name) end).to_fail "stack overflow"
      end
      model.limit = 3
      expect(model.reader).to_be(4)
      expect(model.catcher).to_be(3)
    end)

    it("is not kept when bindings nest too deep", function()
      model.limit = 300
      expect(function() return model.recursiveBinding end).to_fail "stack overflow"
      model.limit = 3
      expect(model.recursiveBinding).to_be(3)
    end)

    it("is not kept when the function has caught the error", function()
      model.limit = 300
      expect(function() return model.caught end).to_fail "ran out of stack"
      model.limit = 3
      expect(model.caught).to_be(3)
    end)
  end)
end)
