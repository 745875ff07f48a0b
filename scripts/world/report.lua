-- A program: prints the ten largest countries by the population of their cities as a table, or with `--json` as JSON.
--
--     okit-run report.lua --documents DIR -- --json

local okit = require "okit"
local model = require "model"

local is_json = false
for _, argument in ipairs(okit.arguments) do
  if argument ~= "--json" then
    okit.log.error(('unknown argument "%s"; the only one is --json'):format(argument))
    okit.exit(2)
  end
  is_json = true
end

-- The report changes no model.
okit.Model.state(function() end)

local world = okit.Model.register(model.World)
if #world.countries == 0 then world:apply(require "sample") end

local rows = world.countries:map(function(country)
  return { name = country.name, cities = #country.cities, population = country:getInt("cities.@sum.population") }
end)
table.sort(rows, function(a, b)
  if a.population ~= b.population then return a.population > b.population end
  return a.name < b.name
end)

local function json_string(text)
  return '"' .. text:gsub('[%c"\\]', function(char) return ("\\u%04x"):format(char:byte()) end) .. '"'
end

local largest = table.move(rows, 1, math.min(10, #rows), 1, {})

if is_json then
  local lines = {}
  for i, row in ipairs(largest) do
    lines[i] = ('  {"country":%s,"cities":%d,"population":%d}'):format(
      json_string(row.name), row.cities, row.population)
  end
  print("[\n" .. table.concat(lines, ",\n") .. "\n]")
else
  print(("%-20s %8s %14s"):format("country", "cities", "population"))
  for _, row in ipairs(largest) do
    -- Pads by characters: a letter may have several bytes.
    local padding = (" "):rep(20 - utf8.len(row.name))
    print(("%s %8d %14d"):format(row.name .. padding, row.cities, row.population))
  end
end
