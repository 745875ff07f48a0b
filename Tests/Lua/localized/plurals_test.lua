-- Plurals by the categories of CLDR: the forms of a word in the texts of a language.
local forms = {
  en_US = { [0] = "Entries", "Entry", "Entries", [1.5] = "Entries" },
  -- Without a form for the category, the form `other`.
  de_DE = { [0] = "Einträge", "Einträge", "Einträge" },
  pl_PL = {
    [0] = "wpisów", "wpis", "wpisy", "wpisy", "wpisy", "wpisów", [12] = "wpisów", [21] = "wpisów", [22] = "wpisy",
    [112] = "wpisów", [1.5] = "wpisu", [-2] = "wpisy",
  },
  ar_EG = { [0] = "zero", "one", "two", "few", [10] = "few", [11] = "many", [99] = "many", [100] = "other" },
  -- A language without texts has those of English, and their categories: 0 is not "one".
  fr_FR = { [0] = "Entries", "Entry", "Entries" },
}

describe("The plural of a word", function()
  for locale, cases in pairs(forms) do
    it("has the category of the number in " .. locale, function()
      local app = okit.launch("app.lua", { locale = locale })
      for number, form in pairs(cases) do
        app:set("n", number)
        local text = ("%g %s"):format(number, form)
        expect(app:get "n/suffixPluralLocalized(#entry)").to_be(text)
        expect(app:get "n/suffixPlural(#entry)").to_be(text)
        expect(app:get "= suffixPlural(n, 'entry')").to_be(text)
        expect(app:get "n/prefixPlural(#entry)").to_be(("%s %g"):format(form, number))
        if math.type(number) == "integer" and number >= 0 then
          app:set("count", number)
          expect(app.screen.subtitle).to_be(("%d %s"):format(number, form))
        end
      end
    end)
  end

  it("is the word with s where the texts have no forms of it", function()
    local app = okit.launch "app.lua"
    for number, text in pairs { [0] = "0 Cities", "1 City", "2 Cities" } do
      app:set("n", number)
      expect(app:get "n/suffixPlural(#city)").to_be(text)
      expect(app:get "n/suffixPluralLocalized(#city)").to_be(text)
    end
  end)
end)
