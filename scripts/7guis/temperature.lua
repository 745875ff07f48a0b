-- 7GUIs, 2: two fields that follow each other. A text that is not a number stays in its field, with a message.
local okit = require "okit"
local t = okit.types

local Temperature = okit.Model:extend("Temperature", {
  celsius = t.optional(t.double, { didSet = function(self, _, new)
    if new then self.fahrenheit = new * 9 / 5 + 32 end
  end }),
  fahrenheit = t.optional(t.double, { didSet = function(self, _, new)
    local celsius = new and (new - 32) * 5 / 9
    -- This value may come from the other field, which keeps its own: rounding could change it.
    if celsius and math.abs(celsius - (self.celsius or math.huge)) > 1e-9 then self.celsius = celsius end
  end }),
})

okit.Model.register(Temperature)

okit.ModelForm:extend("temperature", {
  titlePath = "%Temperature Converter", editAlways = true,
  sections = { { cells = {
    okit.ModelTextCell {
      path = "%Celsius", textPath = "celsius", liveUpdate = true, formatType = "number", formatPattern = "0.##",
    },
    okit.ModelTextCell {
      path = "%Fahrenheit", textPath = "fahrenheit", liveUpdate = true, formatType = "number", formatPattern = "0.##",
    },
  } } },
})
