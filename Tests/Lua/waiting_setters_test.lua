-- Input whose setter waits while its screen is left.

describe("A setter that waits", function()
  local app
  local function launch(how)
    app = okit.launch("waiting_setters_app.lua", { arguments = { how } })
    app:row("a"):tap()
  end

  for _, how in ipairs { "sleep", "await", "close", "alert" } do
    it("writes after its screen was left: " .. how, function()
      launch(how)
      app:cell("Text"):type "hello"
      if how == "close" then app:doneKey() else app:back() end
      expect(app.screen.name).to_be "items"
      if how == "alert" then app:tap "Yes" end
      app.clock:advance(2)
      expect(app:model().items[1].text).to_be "hello"
      expect(app.diagnostics).to_have_count(0)
    end)
  end

  it("writes the value of a stepper", function()
    launch "sleep"
    app:cell("Count"):step(3)
    app:back()
    app.clock:advance(2)
    expect(app:model().items[1].count).to_be(4)
  end)

  it("that fails leaves the input in its field", function()
    launch "fail"
    app:cell("Text"):type "hello"
    app:cell("Count"):tap()
    app.clock:advance(2)
    expect(app.diagnostics[1].message).to_contain "not now"
    expect(app:dump()).to_contain "[hello]"
    expect(app:model().items[1].text).to_be "a"
  end)

  it("that fails after its screen was left has lost the input", function()
    launch "fail"
    app:cell("Text"):type "hello"
    app:back()
    app.clock:advance(2)
    local lost = app.diagnostics[1]
    expect(lost.code).to_be "form.discarded"
    expect(lost.message).to_contain '"Text" that is not written, which is lost: "hello"'
  end)
end)
