-- Fails, so that there is a trace: the last piece is sold only after an answer.

describe("The shop", function()
  it("sells all lamps", function()
    local app = okit.launch("shop.lua", {
      fixture = { items = {
        { name = "Chair", stock = 4, price = 89 }, { name = "Desk", stock = 2, price = 240 },
        { name = "Lamp", stock = 2, price = 35 }, { name = "<img src=x onerror=alert(1)>", stock = 1, price = 1 },
      } },
    })
    app:step("look at the lamp", function()
      app:row("Lamp"):tap()
      expect(app.screen.subtitle).to_be("2 left")
      app:back()
    end)
    app:step("sell two lamps", function()
      app:row("Lamp"):quick()
      expect(app:row("Lamp").detail).to_be("1 left")
      app:row("Lamp"):quick()
      expect(app:row("Lamp").detail).to_be("0 left")
    end)
  end)
end)
