local okit = require "okit"

local Shop = okit.Model:extend("Shop", { token = "", code = "", result = "", logins = 0, loading = false })
local shop = okit.Model.register(Shop)

local options = { url = "https://shop.example/api/", headers = function()
  return { Authorization = shop.token ~= "" and "Token " .. shop.token or nil, ["X-App"] = "1" }
end, onUnauthorized = function() shop.logins = shop.logins + 1 end }
local client = okit.client(options)
local patient = okit.client { url = "https://shop.example/api", retry = { times = 3, statuses = { 429, 503 } } }
local cached = okit.client { url = "https://shop.example/api", cache = true, headers = options.headers }

-- Runs the code with the clients; keeps what it returns, or its error.
function Shop:run()
  local fn = assert(load("local api, patient, cached, okit, shop = ... ; " .. self.code))
  local ok, value = pcall(fn, client, patient, cached, okit, self)
  if ok then
    self.result = value == nil and "nil" or okit.json.encode(value)
  else
    local problem = value
    self.result = type(problem) == "string" and problem or ("%s: %s"):format(problem.code, problem.message)
  end
end

okit.ModelDetailTableController:extend("home", { titlePath = "result" })
