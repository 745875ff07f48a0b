-- Strict classes: a store validates their entities.

local app

before_each(function() app = okit.launch "strict_app.lua" end)

-- Returns the lines and the text that a new process reads.
local function stored()
  app:terminate()
  app:relaunch()
  return app:get "lines.@count", app:model("log").text
end

describe("A strict class", function()
  for _, store in ipairs { "Store", "Store all" } do
    for _, class in ipairs { "Line", "Gift" } do
      it(("fails %s with an invalid %s, and nothing is written"):format(store, class), function()
        app:tap(class)
        app:tap(store)
        local found = app.diagnostics
        expect(found).to_have_count(1)
        expect(found[1].code).to_be "model.invalid"
        expect(found[1].message).to_contain(class .. ".copies of")
        expect(found[1].message).to_contain "is not valid: At least one."
        expect({ stored() }).to_equal { 0, "" }
      end)
    end
  end

  it("keeps the changes when a store in the background fails", function()
    app:tap "Line"
    app:background()
    expect(app.diagnostics[1].code).to_be "model.invalid"
    app:foreground()
    app:tap "Correct"
    app:background()
    expect({ stored() }).to_equal { 1, "" }
  end)

  it("is stored when its entities are valid", function()
    app:tap "Line"
    app:tap "Gift"
    app:tap "Correct"
    app:tap "Store"
    expect({ stored() }).to_equal { 2, "" }
  end)

  it("leaves out a subclass that is not strict", function()
    app:tap "Draft"
    app:tap "Store all"
    expect({ stored() }).to_equal { 1, "changed" }
  end)

  it("does not keep other models from being stored", function()
    app:tap "Line"
    app:tap "Correct"
    app:tap "Store all"
    expect({ stored() }).to_equal { 1, "changed" }
  end)
end)
