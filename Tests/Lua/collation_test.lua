-- Lists sort and search as the locale does; texts of okit itself are in its language.
describe("In a locale", function()
  local function open(locale, names)
    return okit.launch("collation_app.lua", { locale = locale, arguments = names })
  end

  for _, case in ipairs {
    { "en_US", { "Zeus", "apple", "Äpfel", "Apple", "apple pie" }, { "Äpfel", "apple", "Apple", "apple pie", "Zeus" } },
    { "de_DE", { "Zoo", "Ärger", "Affe", "Arzt" }, { "Affe", "Ärger", "Arzt", "Zoo" } },
    { "sv_SE", { "Öl", "Åsa", "Zorn", "Ärlig", "Ada" }, { "Ada", "Zorn", "Åsa", "Ärlig", "Öl" } },
    { "cs_CZ", { "chata", "cz", "hora", "cena" }, { "cena", "cz", "hora", "chata" } },
    { "tr_TR", { "İzmir", "Isparta", "Jale", "Hatay" }, { "Hatay", "Isparta", "İzmir", "Jale" } },
  } do
    it("lists sort: " .. case[1], function()
      expect(open(case[1], case[2]):rows()).to_equal(case[3])
    end)
  end

  it("a table is sorted as a list is", function()
    local app = open("sv_SE", { "Öl", "Åsa", "Zorn" })
    local sorted = {}
    for _, place in ipairs(app:model().places:sorted("name")) do sorted[#sorted + 1] = place.name end
    expect(sorted).to_equal { "Zorn", "Åsa", "Öl" }
  end)

  it("numbers are sorted by their value, equal ones in their order, nil last", function()
    local places = open("en_US", { "a", "b", "c", "d", "e", "f" }):model().places
    local function names()
      local sorted = {}
      for _, place in ipairs(places:sorted("number")) do sorted[#sorted + 1] = place.name end
      return table.concat(sorted)
    end
    for i, number in ipairs { 3, -1, 3, 20, -1, math.mininteger } do places[i].number = number end
    expect(names()).to_be("fbeacd")
    places[2].number = nil
    expect(names()).to_be("feacdb")
  end)

  it("a new row comes to its place", function()
    local app = open("en_US", { "apple", "Zeus" })
    app:model().places:add { name = "Äpfel" }
    app:model().places:add { name = "Banana" }
    expect(app:rows()).to_equal { "Äpfel", "apple", "Banana", "Zeus" }
  end)

  for _, case in ipairs {
    { "en_US", "101", { "Route 101" } }, { "en_US", "1001", { "Route 1001" } }, { "en_US", "ISPARTA", { "Isparta" } },
    { "tr_TR", "isparta", {} }, { "tr_TR", "ısparta", { "Isparta" } }, { "tr_TR", "ISPARTA", { "Isparta" } },
    { "tr_TR", "istanbul", { "İstanbul" } }, { "en_US", "istanbul", { "İstanbul" } },
    { "en_US", "bokeper", { "Bookkeeper" } },
  } do
    it(("searching %s finds in %s"):format(case[2], case[1]), function()
      local app = open(case[1], { "Route 101", "Route 1001", "Isparta", "İstanbul", "Bookkeeper" })
      app:search(case[2])
      expect(app:rows()).to_equal(case[3])
    end)
  end
end)

describe("A German screen", function()
  it("has the texts of okit in German", function()
    local app = okit.launch("collation_app.lua", { locale = "de_DE" })
    local text = app:dump()
    for _, part in ipairs { "keine Einträge", "aktualisieren", "‹suchen›" } do expect(text).to_contain(part) end
    expect(text).not_to_contain("no entries")
    app:model().places:add { name = "Ulm" }
    app:row("Ulm"):tap()
    expect(app:dump()).to_contain("● ein")
    app:tap("Bearbeiten")
    expect(app:dump()).to_contain("in Bearbeitung")
    app:cell("Open"):set(false)
    expect(app:dump()).to_contain("[○ aus]")
  end)
end)
