-- Three models on a server, for prefetch_test.lua: with the argument "ahead", they are read at the same time.
local okit = require "okit"

local Shop = okit.ModelHttp:extend("Shop", { motto = "" })

okit.Model.initialize(function()
  if okit.arguments[1] == "ahead" then okit.Model.prefetch("a", "b", "c") end
  for _, name in ipairs { "a", "b", "c" } do okit.Model.register(Shop, name) end
  okit.Model.state(function()
    for _, name in ipairs { "a", "b", "c" } do okit.Model.store(okit.Model.get(name)) end
  end)
end)

okit.ModelDetailTableController:extend("shop", {
  contextPath = "b>", sections = { { cells = { okit.ModelTableCell { path = "motto" } } } },
})
okit.ModelApplicationController:extend("app", { homeIdentifier = "shop" })
