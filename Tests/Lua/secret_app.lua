local okit = require "okit"
local t = okit.types

local Account = okit.ModelEntity:extend("Account", { password = t.string { secret = true } })
okit.Model.register(okit.Model:extend("Shop", { accounts = t.list(Account) }))
okit.ModelDetailTableController:extend("home", { titlePath = "#Home" })
