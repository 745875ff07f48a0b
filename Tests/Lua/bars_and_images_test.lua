-- The Edit button, bar buttons that are hidden, and the images of rows as text.
local app
before_each(function() app = okit.launch "bars_and_images_app.lua" end)

local function titles(bar)
  local list = {}
  for _, button in ipairs(app.screen[bar]) do list[#list + 1] = button.title end
  return list
end

describe("editButton", function()
  it("hides the Edit button, and nothing else", function()
    expect(titles "right").to_equal { "Edit", "Menu" }
    app:set("hasButton", false)
    expect(titles "right").to_equal { "Menu" }
    expect(app:row("Dune").trailing).to_equal { "Delete" }
    app:row("Dune"):delete()
    app.alert:tap "Yes"
    expect(app:rows()).to_equal { "Emma", "Up" }
  end)

  it("shows none without edit, whose rows have no swipe actions", function()
    app:set("canEdit", false)
    expect(titles "right").to_equal {}
    expect(app:row("Dune").trailing).to_equal {}
  end)
end)

describe("showPath of a bar button", function()
  it("hides it while it is false", function()
    expect(titles "left").to_equal { "First", "Second" }
    app:tap "First"
    expect(titles "left").to_equal { "Second" }
    expect(titles "right").to_equal { "Edit" }
    expect(function() app:tap "First" end).to_fail()
    app:tap "Second"
    expect(titles "left").to_equal { "First", "Second" }
  end)

  it("is read in the context of the button", function()
    expect(titles "toolbar").to_equal { "Next" }
    app:set("films[0]/title", "Other")
    expect(titles "toolbar").to_equal {}
  end)
end)

describe("The image of a row", function()
  it("is its name as text, or the accessibility label of the row", function()
    local text = app:dump()
    expect(text).to_contain "1 ▣ star  Dune"
    expect(text).to_contain "2 Emma"
    expect(text).to_contain "3 ▣ Best  Up"
    expect(app:rows()).to_equal { "Dune", "Emma", "Up" }
    app:set("films[2]/label", "")
    expect(app:dump()).to_contain "3 ▣ star  Up"
    -- What the text of the row says as well is there once.
    app:set("films[2]/label", "Up")
    expect(app:dump()).to_contain "3 ▣ Up"
  end)
end)
