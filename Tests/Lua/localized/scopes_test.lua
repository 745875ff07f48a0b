-- The selected scope of a list, which a model keeps.
local app

local function launch(kind, locale, filters, how)
  app = okit.launch("app.lua", { arguments = { kind, filters or "%open,%done", how }, locale = locale })
  return app
end

local function messages()
  local list = {}
  for _, line in ipairs(app.log) do list[#list + 1] = line.message end
  return list
end

-- What each kind of property holds for the scopes All, open and done.
local values = {
  { "index", 0, 1, 2 }, { "text", "", "open", "done" }, { "enum", "all", "open", "done" },
  { "optional", nil, "open", "done" },
}

describe("A list with searchScopePath", function()
  it.each(values)("writes the scope that the user selects into the property: %s", function(kind, all, open, done)
    launch(kind)
    expect(app.screen.search).to_match { scopes = { "All", "Open", "Done" }, scope = 0 }
    app:filter "Done"
    expect(app:get "scope").to_be(done)
    expect(app.screen.search.scope).to_be(2)
    expect(app:rows()).to_equal { "test" }
    app:filter "Open"
    expect(app:get "scope").to_be(open)
    expect(app:rows()).to_equal { "write", "read" }
    app:filter "Open"
    app:filter "All"
    expect(app:get "scope").to_be(all)
    expect(app:rows()).to_equal { "write", "test", "read" }
    local function said(value) return "Tasks home " .. tostring(value) end
    expect(messages()).to_equal { said(done), said(open), said(all) }
  end)

  it.each(values)("shows the scope that an action sets, and keeps it: %s", function(kind, all)
    launch(kind)
    app:tap "Done"
    expect(app.screen.search.scope).to_be(2)
    expect(app:rows()).to_equal { "test" }
    expect(messages()).to_equal {}
    app:background()
    app:terminate()
    app:relaunch()
    expect(app.screen.search.scope).to_be(2)
    expect(app:rows()).to_equal { "test" }
    app:set("scope", all)
    expect(app.screen.search.scope).to_be(0)
  end)

  it.each { "index", "text", "enum", "optional" } ("compares a localized filter by its key: %s", function(kind)
    launch(kind, "de_DE")
    expect(app.screen.search.scopes).to_equal { "Alle", "Offen", "Erledigt" }
    app:filter "Erledigt"
    expect(app:rows()).to_equal { "test" }
    expect(app:get "scope").to_be(kind == "index" and 2 or "done")
  end)

  it("shows all rows for a value that is no scope", function()
    launch "text"
    app:set("scope", "other")
    expect(app.screen.search.scope).to_be(0)
    expect(app:rows()).to_equal { "write", "test", "read" }
    launch "index"
    for _, index in ipairs { -1, 3 } do
      app:set("scope", index)
      expect(app.screen.search.scope).to_be(0)
    end
  end)

  it("calls onFilter, which may leave the screen", function()
    launch("text", nil, nil, "override")
    app:filter "Done"
    expect(messages()).to_equal { "onFilter done" }
    expect(app.stack).to_equal { "home", "other" }
    app:back()
    expect(app:rows()).to_equal { "test" }
  end)

  it("passes the index to onFilter without a path", function()
    launch "none"
    app:filter "Done"
    expect(messages()).to_equal { "Tasks home 2" }
    expect(app:rows()).to_equal { "test" }
  end)

  it("fails for an enumeration all of whose values are scopes", function()
    launch("enum", nil, "%open,%done,%all")
    app:filter "Done"
    app:filter "All"
    expect(app.diagnostics[1]).to_match { code = "model.type" }
    expect(app:get "scope").to_be "done"
  end)
end)
