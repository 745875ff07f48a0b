-- The application of order_test.lua: what it shows and prints depends on orders.
local okit = require "okit"
local t = okit.types

local Part = okit.ModelEntity:extend("Part", { name = "", number = 0 })
local Item = okit.ModelEntity:extend("Item", {
  name = "", note = "", number = 0, parts = t.map(Part), tags = t.set(t.string),
})
local Shop = okit.Model:extend("Shop", { items = t.list(Item), byName = t.map(Item), log = t.list(t.string) })
local shop = okit.Model.register(Shop)

local base = "https://api.test/"
local function add(...) shop.log:add(table.concat({ ... }, " ")) end

local functions = {
  Lines = function() for _, line in ipairs(require "order_lines"()) do print(line) end end,
  Items = function()
    for word in pairs { one = 1, two = 2, three = 3, four = 4, five = 5 } do
      local item = Item { name = word, parts = { left = { name = "l" }, right = { name = "r" }, top = { name = "t" } } }
      shop.items:add(item)
      shop.byName[word] = Item { name = word, tags = { "x", "y", "z" } }
      print(item.id, item)
    end
  end,
  Change = function()
    for _, item in ipairs(shop.items) do
      for key, part in pairs(item.parts) do part.name, part.number = key .. "!", #key end
      item.note, item.number, item.name = "n", 3, item.name .. "?"
    end
  end,
  Timers = function()
    for key in pairs { a = 1, b = 2, c = 3, d = 4 } do
      okit.after(1, function() add("after", key) end)
      okit.every(1, function() add("every", key) end)
    end
  end,
  Requests = function()
    for _, key in ipairs { "p", "q", "r" } do
      okit.after(0, function() add(key, okit.fetch(base .. key).body) end)
    end
  end,
  Random = function() add(okit.Model.get() and tostring(shop), tostring(math.random(1 << 30))) end,
  Data = function()
    print(okit.json.encode { red = 1, green = { 2, { x = 1, y = 2, z = 3 } }, blue = "b" })
    for key, value in pairs(okit.json.decode '{"zeta":1,"alpha":2,"mid":{"b":1,"a":2}}') do print(key, value) end
  end,
}
local names = {}
for name, fn in pairs(functions) do
  names[#names + 1] = name
  Shop["on" .. name] = fn
end
table.sort(names)

local toolbar = {}
for _, name in ipairs(names) do
  toolbar[#toolbar + 1] = okit.ModelBarButtonItem { title = "%" .. name, tap = "on" .. name .. "()" }
end
okit.ModelListTableController:extend("home", {
  type = "Item", titlePath = "#Shop", dataPath = "items", toolbar = toolbar,
  cell = okit.ModelTableCell { path = "name", detailPath = "note", segue = "item" },
})
okit.ModelDetailTableController:extend("item", {
  titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "%Note", textPath = "note" } } } },
})
