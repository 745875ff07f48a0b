-- Storyboards that cannot be read, or whose bindings are wrong.

local function failure(...)
  local arguments = { ... }
  local ok, problem = pcall(okit.launch, "wrong_app.lua", { arguments = arguments })
  expect(ok).to_be(false)
  return tostring(problem)
end

describe("okit.storyboard fails", function()
  it("for a missing file, with the nearest name", function()
    local text = failure("Film.storyboard")
    expect(text).to_contain('cannot find "Film.storyboard"')
    expect(text).to_contain('did you mean "Films.storyboard"?')
  end)

  local paths = { "../storyboards/Films.storyboard", "/etc/passwd", "", "./Films.storyboard", "a//b", "a\0b" }
  for _, path in ipairs(paths) do
    it("for a path that leads elsewhere: " .. path:gsub("%c", "."), function()
      expect(failure(path)).to_contain("is not a path below the folder of the script")
    end)
  end

  it("for a file that is not a storyboard", function()
    expect(failure("films_app.lua")).to_contain("films_app.lua:1:1: the XML is damaged")
  end)

  it("for the id of a controller that the storyboard does not have", function()
    local text = failure("Films.storyboard", "film-detial")
    expect(text).to_contain('names: the storyboard has no controller with the id "film-detial"')
    expect(text).to_contain('did you mean "film-detail"?')
  end)

  it("for an unknown option", function()
    expect(failure("Films.storyboard", "option")).to_contain('"name"')
  end)

  it("for a binding that is not valid, at its place", function()
    local text = failure("Wrong.storyboard")
    expect(text).to_contain('Wrong.storyboard:9:95: expected a name after "."')
  end)
end)
