-- Launches share what depends only on the content of a definition. Each has its own functions, and its own mistakes.

local function launch(what) return okit.launch("definitions_app.lua", { arguments = { what } }) end

local function failure(what)
  local ok, failed = pcall(launch, what)
  expect(ok).to_be(false)
  return failed
end

describe("definitions", function()
  it("have their cells after Lua has collected the objects of these", function()
    for _ = 1, 2 do
      local app = launch "text"
      for _ = 1, 5 do app:row("Collect"):tap() end
      app:row("Other"):tap()
      app:row("Tap"):tap()
      expect(app.screen.title).to_be "tapped 1"
    end
  end)

  it("have functions of their own in each launch", function()
    for _ = 1, 3 do
      local app = launch "text"
      app:row("Other"):tap()
      app:row("Tap"):tap()
      expect(app.screen.title).to_be "tapped 1"
    end
  end)

  it("have functions of their own in launches at the same time", function()
    local first, second = launch "text", launch "text"
    for number = 1, 2 do
      for _, app in ipairs { first, second } do
        if number == 1 then app:row("Other"):tap() end
        app:row("Tap"):tap()
        expect(app.screen.title).to_be("tapped " .. number)
      end
    end
    first:relaunch()
    first:row("Other"):tap()
    expect(first.screen.title).to_be "one"
  end)

  it("are those of their launch", function()
    local screens = {}
    for _ = 1, 2 do
      for _, what in ipairs { "text", "long", "same" } do
        local app = launch(what)
        expect(app.screen.title).to_be(what .. " 0")
        local dump = app:dump()
        expect(screens[what] or dump).to_be(dump)
        screens[what] = dump
      end
    end
    expect((screens.same:gsub("same 0", "text 0"))).to_be(screens.text)
    -- The cells are of another class.
    expect((screens.long:gsub("long 0", "text 0"))).not_to_be(screens.text)
  end)

  it("have the mistakes of their launch", function()
    launch "text"
    expect(failure("wrong").code).to_be "controller.unknownProperty"
    expect(failure("broken").code).to_be "binding.syntax"
    expect(launch("text").screen.title).to_be "text 0"
    local again = failure("wrong")
    expect(again.code).to_be "controller.unknownProperty"
    expect(tostring(again)).to_match "definitions_app.lua:33"
  end)
end)
