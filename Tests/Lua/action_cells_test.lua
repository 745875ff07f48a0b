-- The header of a PNG of 40 × 30 pixels.
local png = "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAYAAABe3VzdAAAAAElFTkSuQmCC"

local function open(name, set)
  local app = okit.launch("action_cells_app.lua", { arguments = { name } })
  for path, value in pairs(set or {}) do app:set("categories[0]/" .. path, value) end
  return app
end

-- Returns the failure of a function.
local function failure(fn, ...)
  local ok, failed = pcall(fn, ...)
  expect(ok).to_be(false)
  return failed
end

describe("A text picker cell", function()
  local app
  before_each(function() app = open("pickers"):tap "Edit" end)

  local function choose(cell, option) return app:row(cell):tap():cell(cell):choose(option) end

  it("shows its options under its title and writes the chosen text", function()
    app:row "Color":tap()
    expect(app:cell "Color".control).to_match {
      kind = "textpicker", value = nil, enabled = true, options = { "red", "green", "blue" }, title = "A color",
      role = "combobox",
    }
    expect(app:dump()).to_contain "▾ A color"
    expect(app:dump()).to_contain "▾ red · green · blue"
    app:cell "Color":choose "green"
    expect(app:get "categories[0]/color").to_be "green"
    expect(app:cell "Color".control).to_match { value = "green", text = "green" }
    app:cell "Color":choose(3)
    expect(app:get "categories[0]/color").to_be "blue"
    app:cell "Color":set "red"
    expect(app:get "categories[0]/color").to_be "red"
  end)

  it("is closed until its row is tapped", function()
    expect(app:cell "Size".control.enabled).to_be(false)
    expect(app:row "Size".detail).to_be "M"
    expect(failure(function() app:cell "Size":choose "L" end).message).to_contain "its row is not selected"
    expect(app:row "Size":tap():row "Size".height).to_be(216)
  end)

  it("says a value once that is its label", function()
    local values = open("values", { color = "red" })
    expect(values:row "M".detail).to_be(nil)
    expect(select(2, values:dump():gsub("M", ""))).to_be(1)
    expect(values:row "red".detail).to_be "red"
  end)

  it("takes its options from a binding, a list and a function", function()
    choose("Size", "L")
    expect(app:cell "Size".control.options).to_equal { "S", "M", "L" }
    expect(app:get "categories[0]/size").to_be "L"
    choose("Rating", "2")
    expect(app:get "categories[0]/rating").to_be(2)
    choose("Exact", "0.5")
    expect(app:get "categories[0]/exact").to_be(0.5)
    app:set("sizes", "XS,XL")
    expect(app:cell "Size".control.options).to_equal { "XS", "XL" }
  end)

  it("reads and writes a Bool in the words of its options", function()
    expect(app:cell "Open".control.value).to_be "Yes"
    choose("Open", "No")
    expect(app:get "categories[0]/open").to_be(false)
    expect(app:cell "Open".control.value).to_be "No"
  end)

  it("offers the values of an enum", function()
    expect(app:cell "Label".control.options).to_equal { "none", "red", "green" }
    choose("Label", "green")
    expect(app:get "categories[0]/label").to_be "green"
  end)

  it("keeps a value that is no option", function()
    app:set("categories[0]/size", "huge")
    expect(app:row "Size".detail).to_be "huge"
    app:row "Size":tap()
    expect(app:cell "Size".control).to_match { value = "huge", options = { "S", "M", "L" } }
    app:row "Size":tap()
    expect(app:get "categories[0]/size").to_be "huge"
    local failed = failure(function() choose("Size", "tiny") end)
    expect(failed.code).to_be "locator.none"
    expect(app:get "categories[0]/size").to_be "huge"
  end)
end)

describe("Segments by title", function()
  it("show and write titles", function()
    local app = open("pickers"):tap "Edit"
    expect(app:cell "Segment".control).to_match { value = 0, text = "One" }
    app:cell "Segment":choose "Two"
    expect(app:get "categories[0]/segment").to_be "Two"
    expect(app:cell "Segment".control.value).to_be(1)
    app:set("categories[0]/segment", "Three")
    expect(app:cell "Segment".control.value).to_be(nil)
  end)
end)

describe("A switch", function()
  it.each {
    { "no", false, "yes" }, { "Yes", true, "No" }, { "OFF", false, "ON" }, { "on", true, "off" }, { "1", true, "0" },
    { "false", false, "true" },
  } ("reads and writes %s in its own words", function(text, is_on, written)
    local app = open("pickers", { answer = text }):tap "Edit"
    expect(app:cell "Answer".control.value).to_be(is_on)
    app:cell "Answer":set(not is_on)
    expect(app:get "categories[0]/answer").to_be(written)
  end)

  it("writes numbers as 1 and 0", function()
    local app = open("pickers"):tap "Edit"
    expect(app:cell "Count".control.value).to_be(true)
    app:cell "Count":set(false)
    expect(app:get "categories[0]/count").to_be(0)
  end)
end)

describe("An image cell", function()
  it("shows format and size of an image in Base64", function()
    local app = open("pages", { icon = png })
    expect(app:cell "Icon".control).to_match {
      kind = "image", role = "img", enabled = false, text = "PNG 40 × 30, 45 bytes",
      imageInfo = { id = "fruit/icon", format = "image/png", width = 40, height = 30, size = 45,
        checksum = "55f1a2f71b1f4007" },
    }
    expect(app:dump()).to_contain "▣ PNG 40 × 30, 45 bytes"
    app:set("categories[0]/icon", "data:image/png;base64," .. png)
    expect(app:cell "Icon".control.imageInfo.width).to_be(40)
  end)

  it("shows the name of an image, and none for an empty text", function()
    local app = open("pages", { icon = "book" })
    expect(app:cell "Icon".control).to_match { value = "book", text = "book" }
    expect(app:cell "Icon".control.imageInfo).to_be(nil)
    app:set("categories[0]/icon", "")
    expect(app:cell "Icon".control.value).to_be(nil)
    expect(app.diagnostics).to_equal {}
  end)

  it("shows a blob and bytes", function()
    local app = open("pages", { stamp = { data = "GIF89a", format = "image/gif", label = "A stamp" } })
    expect(app:cell "Stamp".control).to_match {
      value = "A stamp", text = "A stamp: GIF, 6 bytes", imageInfo = { format = "image/gif", size = 6 },
    }
    expect(app:cell "Bytes".control.value).to_be(nil)
    app:set("categories[0]/bytes", "x\0<b>y</b>")
    expect(app:cell "Bytes".control).to_match {
      text = "Image, 10 bytes", imageInfo = { id = "fruit/bytes", size = 10 },
    }
    expect(app:cell "Source".control).to_match { text = "x\u{FFFD}y", value = "x\u{FFFD}<b>y</b>" }
  end)

  it("reports what is not Base64 once", function()
    local app = open("pages", { icon = ("?"):rep(300) })
    expect(app:cell "Icon".control.value).to_be(nil)
    app:set("categories[0]/note", "another turn")
    expect(app:cell "Icon".control.value).to_be(nil)
    local found = app.diagnostics
    expect(#found).to_be(1)
    expect(found[1].code).to_be "cell.image"
    expect(found[1].place).to_contain "action_cells_app.lua"
  end)

  it("refuses a text that is too long", function()
    local app = open("pages", { icon = ("A"):rep(17 * 1024 * 1024) })
    expect(app:cell "Icon".control.value).to_be(nil)
    expect(app.diagnostics[1].code).to_be "cell.size"
  end)

  it("cannot be changed", function()
    local app = open("pages")
    expect(failure(function() app:cell "Icon":set "x" end).code).to_be "cell.kind"
  end)
end)

describe("A web cell", function()
  it("shows HTML as text with its links", function()
    local app = open("pages", {
      page = "<h1>Fruit &amp; more</h1><p>See <a href='https://example.com/a'>the <b>list</b></a>."
        .. "<script>alert(1)</script>" .. "<ul><li>Apple<li onclick='x()'>Pear</ul>",
    })
    local control = app:cell "Page".control
    expect(control).to_match { kind = "web", mode = "html", role = "document" }
    expect(control.text).to_be "Fruit & more\n\nSee the list (https://example.com/a).\n\n• Apple\n• Pear"
    expect(control.value).to_be(
      '<h1>Fruit &amp; more</h1><p>See <a href="https://example.com/a">the <b>list</b></a>.</p>'
        .. "<ul><li>Apple</li><li>Pear</li></ul>")
    expect(app:dump()).to_contain "┊ See the list (https://example.com/a)."
  end)

  it("shows a URL as a link", function()
    local app = open("pages", { url = "https://example.com" })
    expect(app:cell "Link".control).to_match { mode = "url", value = "https://example.com" }
    expect(app:dump()).to_contain "https://example.com ↗"
  end)

  it.each { "javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "java\tscript:x", "<p>HTML</p>" } (
    "refuses %s as a URL", function(url)
      local app = open("pages", { url = url })
      expect(app:cell "Link".control.value).to_be(nil)
      expect(app.diagnostics[1].code).to_be "cell.url"
    end)

  it("refuses a page that is too long", function()
    local app = open("pages", { page = ("<p>x"):rep(300000) })
    expect(app:cell "Page".control.value).to_be(nil)
    expect(app.diagnostics[1].code).to_be "cell.size"
  end)
end)

describe("A disabled cell", function()
  it("of a list cannot be tapped", function()
    local app = open "list"
    app:row "Fruit":tap()
    expect(app:row "Fruit".detail).to_be "!"
    expect(app:row "Nuts".enabled).to_be(false)
    local failed = failure(function() app:row "Nuts":tap() end)
    expect(failed.code).to_be "action.impossible"
    expect(failed.message).to_contain '"Nuts" is disabled: its enabledPath is false'
    app:set("categories[1]/sealed", false)
    app:row "Nuts":tap()
    expect(app:row "Nuts").to_match { detail = "!", enabled = nil }
  end)

  it("of a detail can be neither tapped nor edited", function()
    local app = open("conditions", { sealed = true }):tap "Edit"
    expect(app:cell "Name".control.enabled).to_be(false)
    expect(failure(function() app:cell "Name":type "x" end).message).to_contain "its enabledPath is false"
    expect(failure(function() app:row "Touch":tap() end).message).to_contain "its enabledPath is false"
    expect(failure(function() app:row "Touch":accessory() end).message).to_contain "its enabledPath is false"
    expect(app:row "Touch".button.enabled).to_be(false)
    app:set("categories[0]/sealed", false)
    app:cell "Name":type "Fruits"
    app:row "Touch":tap()
    expect(app:get "categories[0]/name").to_be "Fruits"
    expect(app:get "categories[0]/note").to_be "!"
  end)

  it("opens no picker", function()
    local app = open("conditions", { locked = "no" }):tap "Edit"
    expect(failure(function() app:row "Size":tap() end).message).to_contain "its enabledPath is false"
    app:set("categories[0]/locked", "ON")
    app:row "Size":tap():cell "Size":choose "S"
    expect(app:get "categories[0]/size").to_be "S"
  end)
end)

describe("A hidden cell", function()
  it("is not on the screen in either mode", function()
    local app = open("conditions", { hidden = "x" == "x" })
    expect(app:rows()).to_equal { "Name", "Touch" }
    app:tap "Edit"
    expect(app:rows()).to_equal { "Name", "Touch" }
    app:set("categories[0]/hidden", false)
    expect(app:rows()).to_equal { "Name", "Size", "Touch" }
  end)

  it("of a list is not in it", function()
    local app = open "list"
    app:set("categories[0]/hidden", true)
    expect(app:rows()).to_equal { "Nuts" }
  end)
end)

describe("The color of a cell", function()
  it("is that of its control, else of its row", function()
    local app = open("conditions", { tint = "#0a0b0c" })
    expect(app:cell "Name".control.color).to_be "#0a0b0c"
    expect(app:row "Name".color).to_be "#0a0b0c"
    expect(app:row "Touch".color).to_be "#0a0b0c"
    app:set("categories[0]/tint", "Orange")
    expect(app:row "Touch".color).to_be "#ffa500"
    app:set("categories[0]/tint", "none")
    expect(app:row "Touch".color).to_be(nil)
    app:set("categories[0]/tint", "")
    expect(app:cell "Name".control.color).to_be(nil)
  end)

  it("has to be a color", function()
    local app = open("conditions", { tint = "oragne" })
    expect(app:row "Touch".color).to_be(nil)
    local found = app.diagnostics[1]
    expect(found.code).to_be "cell.color"
    expect(found.message).to_contain '"oragne" is not a color'
    expect(found.hint).to_contain "orange"
    expect(found.place).to_contain "action_cells_app.lua"
  end)
end)
