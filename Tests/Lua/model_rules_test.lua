-- OKit's rules for models and classes.

describe("Restoring the state", function()
  local app
  before_each(function()
    app = okit.launch("rules_app.lua")
    app:background():foreground()
    app:set("books[0]/name", "Changed")
  end)

  it("keeps unsaved changes: okit.Model.restoreState only unprotects", function()
    app:call("restore()")
    expect(app:get("books[0]/name")).to_be("Changed")
  end)

  it("is not loading again, which okit.Model.sync does", function()
    app:call("reload()")
    expect(app:get("books[0]/name")).to_be("Dune")
  end)
end)

it("A function that nothing calls produces a warning in classes of cells and applications too", function()
  local app = okit.launch("rules_app.lua", { arguments = { "books", "misplaced" } })
  local found = app.diagnostics
  for index, case in ipairs {
    { "nothing calls NameCell.onRowTapp", '"onRowTap" is a function of ModelListTableController' },
    { "nothing calls app.onAddTap", '"onAddTap" is a function of ModelListTableController' },
  } do
    expect(found[index]).to_match { code = "controller.unknownFunction", severity = "warning", hint = case[2] }
    expect(found[index].message).to_contain(case[1])
  end
  expect(found).to_have_count(2)
end)
