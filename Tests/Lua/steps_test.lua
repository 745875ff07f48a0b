-- Steps group the actions of a test: in failures, traces and reports for CI.
describe("A step", function()
  local app
  before_each(function() app = okit.launch "taps_app.lua" end)

  it("gets the application and returns what its function returns", function()
    local title, count = app:step("read", function(own)
      expect(own).to_be(app)
      return own.screen.title, 2
    end)
    expect(title).to_be "Books"
    expect(count).to_be(2)
    expect(app:step("nothing", function() end)).to_be(nil)
  end)

  it("contains steps, and passes errors on with their place", function()
    local reached = {}
    local ok, problem = pcall(app.step, app, "outer", function()
      reached[#reached + 1] = "outer"
      app:step("inner", function()
        reached[#reached + 1] = "inner"
        app:row("Nobody")
      end)
      reached[#reached + 1] = "not reached"
    end)
    expect(ok).to_be(false)
    expect(problem.code).to_be "locator.none"
    expect(reached).to_equal { "outer", "inner" }
    -- The steps have ended with the error.
    expect(app:step("after", function() return app:rows()[1] end)).to_be "Dune"
  end)

  it("may end the application and start it again", function()
    app:step("restart", function() app:terminate() end)
    app:relaunch()
    expect(app.screen.title).to_be "Books"
  end)

  for _, case in ipairs {
    { arguments = {}, message = "app:step needs a name, got nil" },
    { arguments = { 1, function() end }, message = "app:step needs a name, got number" },
    { arguments = { "buy" }, message = "app:step needs a function, got nil" },
  } do
    it("rejects " .. case.message, function()
      local ok, problem = pcall(app.step, app, table.unpack(case.arguments))
      expect(ok).to_be(false)
      expect(problem.code).to_be "lua.argument"
      expect(problem.message).to_be(case.message)
    end)
  end
end)
