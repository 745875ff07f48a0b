-- The number of a row counts the rows that are shown, on each page of a long list.

for _, way in ipairs { "show", "hide" } do describe("A long list with hidden rows (" .. way .. ")", function()
  local app
  before_each(function()
    app = okit.launch("hidden_rows_app.lua", { arguments = { way } })
    for _, i in ipairs { 1, 2, 3, 150, 640 } do app:model().items[i].shown = false end
  end)

  it("numbers the rows as it lists them", function()
    local rows = app:rows()
    expect(#rows).to_be(695)
    for _, number in ipairs { 1, 96, 97, 98, 100, 101, 146, 147, 148, 200, 600, 636, 637, 695 } do
      expect(app:row(number).text).to_be(rows[number])
      expect(app:row { index = number }.text).to_be(rows[number])
    end
    expect(function() app:row(696) end).to_fail("there are only 695")
  end)

  it("acts on the row that has the number", function()
    expect(app:row(147).text).to_be("r151")
    app:row(147):delete()
    expect(app:rows()[147]).to_be("r152")
    expect(function() app:row("r151") end).to_fail("no row matches")
  end)
end) end
