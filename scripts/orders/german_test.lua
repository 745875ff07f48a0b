-- The application in German: typed numbers and dates, messages, and formats.

local support = require "support"

local app

describe("In German", function()
  before_each(function() app = support.launch "de_DE" end)

  it("the orders have amounts in euros", function()
    expect(app.screen).to_match { title = "Bestellungen", subtitle = "3 Bestellungen" }
    expect(support.headers(app)).to_equal { "offen", "geliefert" }
    expect(app:row("Nr. 1003, Ada Lovelace").detail).to_be "1.285,20 €"
  end)

  it("an order has German dates and texts", function()
    app:row("Nr. 1003, Ada Lovelace"):tap()
    expect(app.screen).to_match { title = "Bestellung 1003", subtitle = "offen" }
    expect(app:cell("Datum").control.value).to_be "28.01.2020"
    app:cell("Datum"):type("15.1.2020"):doneKey()
    expect(app:row("Fällig").detail).to_be "14.02.2020"
    expect(app:row("Rabatt 10 %").detail).to_be "-120,00 €"
    app:cell("Datum"):type("1.3.2020"):doneKey()
    expect(app:cell("Datum"):error()).to_be "Bitte gib ein Datum bis heute ein."
  end)

  it("a price is typed as 1.234,50", { tags = "smoke" }, function()
    app:tab("Artikel"):row("Atlas of the World"):tap():tap "Bearbeiten"
    app:cell("Preis"):type("1.234,50"):doneKey()
    expect(app:cell("Preis").control.value).to_be "1.234,50 €"
    expect(app:get "products[0]/price").to_be(1234.5)
    app:cell("Preis"):type("2.000,25 €"):doneKey()
    expect(app:get "products[0]/price").to_be(2000.25)
    app:cell("Preis"):type("12,3,4"):doneKey()
    expect(app:cell("Preis"):error()).to_be "Bitte gib einen gültigen Wert für Preis ein. (Spalte 5)"
  end)

  it("a rebate is typed as 2,5 %", function()
    app:row("Nr. 1003, Ada Lovelace"):tap():row("Positionen"):tap():row("10 × Installation"):tap()
    app:cell("Nachlass"):type("2,5"):doneKey()
    expect(app:cell("Nachlass").control.value).to_be "2,5 %"
    expect(app:row("Summe").detail).to_be "1.170,00 €"
    app:cell("Nachlass"):type("60 %"):doneKey()
    expect(app:cell("Nachlass"):error()).to_be "Höchstens 50 %."
  end)

  it("the choices of texts are German", function()
    app:tab "Artikel"
    expect(support.headers(app)).to_equal { "Buch", "Lebensmittel", "Dienstleistung" }
    app:row("Atlas of the World"):tap()
    expect(app.screen.subtitle).to_be "Buch"
    expect(app:cell("Einheit").control.text).to_be "Stück"
    app:tap("Bearbeiten"):row("Einheit"):tap()
    expect(app:cell("Einheit").control.options).to_equal { "Stück", "kg", "Stunde" }
    app:tap("Fertig"):tab "Kunden"
    expect(app:row("Konrad Zuse").detail).to_be "normal"
    app:row("Konrad Zuse"):tap()
    expect(app:cell("Zahlungsziel").control.text).to_be "14 Tage"
  end)

  it("a new product is asked for its name", function()
    app:tab("Artikel"):tap "Hinzufügen"
    expect(app.alert).to_match { title = "Neu: Artikel", message = "Name eingeben für: Artikel" }
    app.alert:tap "Abbrechen"
  end)

  it("an order without lines is invalid", function()
    app:tap("Hinzufügen"):row("Kunde"):tap()
    app:cell("Kunde"):choose("Konrad Zuse"):tap "Liefern"
    expect(app.alert).to_match { title = "Ungültige Eingabe", message = "Die Bestellung hat keine Positionen." }
    app.alert:tap "OK"
  end)
end)
