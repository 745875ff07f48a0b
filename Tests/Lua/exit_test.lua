-- okit.exit in an application under test.
describe("An application that exits", function()
  local app
  before_each(function() app = okit.launch("exit_app.lua") end)

  for _, case in ipairs {
    { "in a tap", function() app:tap("Quit") end, 3 }, { "without a status", function() app:tap("Leave") end, 0 },
    { "in a function", function() app:call("quit(#4)") end, 4 },
    { "in a function that a test calls", function() pcall(function() app:model():quit(5) end) end, 5 },
    { "in a timer", function() app:call("quitLater()") app.clock:advance(10) end, 6 },
  } do
    it("has its status: " .. case[1], function()
      expect(app.exitCode).to_be(nil)
      case[2]()
      expect(app.exitCode).to_be(case[3])
      expect(app.diagnostics).to_equal {}
      expect(app.output).to_be(nil)
    end)
  end

  it("does nothing more", function()
    app:tap("Quit")
    expect(function() app:tap("Quit") end).to_fail("has exited with status 3")
    expect(function() app:get("taps") end).to_fail("app:relaunch%(%)")
    expect(function() return app.screen end).to_fail("has exited with status 3")
  end)

  it("has stored its models", function()
    app:tap("Quit")
    app:relaunch()
    expect(app.exitCode).to_be(nil)
    expect(app:get("taps")).to_be(1)
    app:tap("Quit")
    app:relaunch()
    expect(app:get("taps")).to_be(2)
  end)

  it("ends after a transaction", function()
    app:transaction(function() app:call("quit(#7)") end)
    expect(app.exitCode).to_be(7)
    app:relaunch()
    expect(app:get("taps")).to_be(1)
  end)
end)
