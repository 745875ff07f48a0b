local okit = require "okit"
local t = okit.types
local User = okit.Model:extend("User",
  { name = "", password = "", pin = 0, hint = "mother's name", lengths = t.list(t.int) })
local user = okit.Model.register(User)

function User:check() error("wrong password: " .. self.password) end
function User:note() okit.log.info("the password is " .. self.password) end

local function ask()
  okit.alert {
    title = "Unlock", fields = { { name = "Password", secure = true }, { name = "Reason" } },
    actions = { { title = "OK", tap = function(texts)
      local password = texts[1]
      okit.log.warn("unlocked with " .. password)
      user.name = "known as " .. password
      error("cannot unlock with " .. password)
    end } },
  }
end

local Scripted = okit.ModelEditCell:extend "Scripted"
function Scripted:getText() return user.hint end
function Scripted:getIsSecure() return true end
function Scripted:setText(text) user.name = text; user.lengths:add(#text) end

okit.ModelDetailTableController:extend("login", {
  titlePath = "#Login", editAlways = "#true",
  sections = { { cells = {
    okit.ModelTextCell { placeholder = "#Name", textPath = "name" },
    okit.ModelTextCell { placeholder = "#Password", textPath = "password", secure = "#true" },
    okit.ModelTextCell { placeholder = "#PIN", textPath = "pin", secure = "#true" },
    Scripted { path = "#Scripted" },
  } } },
  right = { okit.ModelBarButtonItem { title = "#Ask", tap = ask } },
})
