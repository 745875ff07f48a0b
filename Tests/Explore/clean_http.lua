-- No fault: a model on a server and requests, whose failures are expected.
local okit = require "okit"
local t = okit.types
local Plant = okit.ModelEntity:extend("Plant", { name = "", watered = false })
local Garden = okit.ModelHttp:extend("Garden", { plants = t.list(Plant) })
function Garden:save()
  local ok, message = okit.Model.storeState():wait()
  if not ok then okit.alert { title = "Not stored", message = message } end
end
function Plant:tip()
  local ok, response = pcall(okit.fetch, { url = "http://tips.test/tip", query = { plant = self.name }, owner = self })
  if not ok then okit.alert { title = "No tip", message = tostring(response) } return end
  if response.status ~= 200 then okit.alert { title = "No tip" } return end
  local body = response:json()
  okit.alert { title = body.text or "none" }
end
okit.Model.initialize(function()
  local m = okit.Model.register(Garden)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Plant", dataPath = "plants", titlePath = "#Garden",
  addName = "name",
  toolbar = { okit.ModelBarButtonItem { title = "#Save", tap = "save()" } },
  cell = okit.ModelTableCell { path = "name", detailPath = "watered", segue = "plant" } })
okit.ModelDetailTableController:extend("plant", { titlePath = "name",
  right = { okit.ModelBarButtonItem { title = "#Tip", tap = "tip()" } },
  sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelSwitchCell { path = "#Watered",
    onPath = "watered" } } } } })
