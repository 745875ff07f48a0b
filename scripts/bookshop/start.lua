-- Registers the models, and fills the shop at the first start.

local okit = require "okit"
local model = require "model"

-- With `secure`, an application with encrypted models starts covered; it registers them after the authentication.
okit.Model.initialize(function()
  -- A server is asked for both at once.
  if model.isOnServer then okit.Model.prefetch("default", "directory") end
  local shop = okit.Model.register(model.Shop)
  local settings = okit.Model.register(okit.ModelSettings, "settings")
  local directory = okit.Model.register(model.Directory, "directory")
  okit.Model.state(function()
    okit.Model.store(shop)
    okit.Model.store(settings)
    okit.Model.store(directory)
  end)
  shop:presetGenres()
  -- Only the first start creates the books: a sold-out shop stays empty.
  if #shop.books == 0 and not shop.stocked then model.fill(shop, directory, require "stock", require "covers") end
  shop.stocked = true
end, { secure = true })
