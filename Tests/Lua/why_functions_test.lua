-- app:why of rows that show what functions of the script return.
describe("app:why", function()
  local app
  before_each(function()
    app = okit.launch("why_functions_app.lua", { fixture = { films = { { title = "Alien", year = 1979 } } } })
  end)

  it("explains a function of a cell in the place of its binding", function()
    expect(app:why(app:row(1), "detail")).to_match {
      property = "updateDetailTextValue", value = "in 1979", reads = { "/films/0/year" }, runs = 1,
    }
    expect(app:why(app:row(1), "detail").binding).to_be(nil)
    app:set("films[0]/year", 1980)
    expect(app:row(1).detail).to_be("in 1980")
    expect(app:why(app:row(1), "updateDetailTextValue")).to_match {
      value = "in 1980", cause = "/films/0/year", runs = 2,
    }
    expect(app:why(app:row(1), "detailPath").binding).to_be("year")
  end)

  it("explains rowFor for the fields that it returns", function()
    expect(app:why(app:row(1), "text")).to_match { property = "path", value = "Alien" }
    app:set("films[0]/seen", true)
    expect(app:why(app:row(1), "text")).to_match {
      property = "rowFor", reads = { "/films/0/seen", "/films/0/title" }, cause = "/films/0/seen",
    }
    expect(app:why(app:row(1), "detail").property).to_be("updateDetailTextValue")
  end)

  it("explains the function behind a control", function()
    app:row(1):tap()
    expect(app:why(app:cell("Title"), "control")).to_match {
      property = "getText", value = "ALIEN", reads = { "/films/0/title" },
    }
  end)

  it("lists the functions after the bindings", function()
    local properties = {}
    for _, report in ipairs(app:why(app:row(1))) do properties[#properties + 1] = report.property end
    expect(properties[#properties - 1]).to_be("rowFor")
    expect(properties[#properties]).to_be("updateDetailTextValue")
  end)
end)
