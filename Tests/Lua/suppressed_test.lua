describe("A write with suppressInvalidate", function()
  it("leaves rows and observers as they are until something else is written, and shows elsewhere", function()
    local app = okit.launch("suppressed_app.lua")
    local function shown()
      local screen, row = app.screen, app.screen.sections[1].rows[1]
      return { screen.title, screen.subtitle, screen.prompt, screen.left[1].title, row.text, row.detail }
    end
    expect(shown()).to_equal { "Shop", "Name: Shop", "Shop", "Shop", "Dune", "Shop" }
    app:model():rename("New")
    expect(app:get("name")).to_be("New")
    expect(shown()).to_equal { "New", "Name: New", "New", "New", "Dune", "Shop" }
    expect(app:get("log")).to_be("")
    app:model():rename("Newer")
    app:set("name", "Newest")
    expect(shown()).to_equal { "Newest", "Name: Newest", "Newest", "Newest", "Newer", "Newest" }
    expect(app:get("log")).to_be("Newest ")
  end)
end)
