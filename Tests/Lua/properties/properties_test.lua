-- Each property of each class makes a difference: on the screen, in what an action does, or in what is stored. The
-- cases are in cases_*.lua; declared.lua has the properties of the engine, okit_table.lua those of OKit's documentation.
local cases = require "cases"
local declared = require "declared"
local okit_table = require "okit_table"
local observation = require "observation"

local function key(row) return row.class .. "." .. row.property end

local by_key = {}
for _, row in ipairs(declared.properties) do by_key[key(row)] = row end

-- Returns what declares a property: its class, or one above it.
local function declaration(row)
  local class = row.class
  while class do
    local found = by_key[class .. "." .. row.property]
    if found then return found end
    class = declared.superclasses[class]
  end
end

-- Runs the application of a case, and returns its state.
local function state(number, variant, default)
  local case = cases[number]
  local app = okit.launch("app.lua", { arguments = { tostring(number), variant, default } })
  local extra = case.steps and case.steps(app)
  local result = observation.observe(app, extra)
  local diagnostics = app.diagnostics
  app:terminate()
  return result, diagnostics
end

local function names(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return table.concat(list, ", ")
end

-- Runs a case, and adds the effects of the property to a set.
local function run(number, found)
  local case = cases[number]
  local without = state(number, "without")
  local with, diagnostics = state(number, "with")
  expect(diagnostics).to_equal {}
  local effects = observation.effects(without, with)
  expect(names(effects)).not_to_be ""
  for name in pairs(effects) do found[name] = true end
  local default = declaration(case).default
  if not default or case.without ~= nil then return end
  expect(names(observation.effects(without, (state(number, "default", default))))).to_be ""
end

-- The numbers of the cases of each property.
local numbers = {}
for number, case in ipairs(cases) do
  numbers[key(case)] = numbers[key(case)] or {}
  table.insert(numbers[key(case)], number)
end

-- All properties as "class.property": those of the engine, those that OKit has in another class, and inherited ones
-- with a case.
local properties, known = {}, {}
for _, rows in ipairs { declared.properties, okit_table, cases } do
  for _, row in ipairs(rows) do
    local found = declaration(row)
    local name = found and not numbers[key(row)] and key(found) or key(row)
    if not known[name] then properties[#properties + 1] = { name, row } end
    known[name] = true
  end
end

describe("A property", function()
  it.each(properties)("%s shows where its class says", function(name, row)
    expect(declaration(row)).not_to_be(nil)
    expect(numbers[name]).not_to_be(nil)
    local effects = {}
    for _, number in ipairs(numbers[name]) do run(number, effects) end
    expect(declaration(row).effect).not_to_be ""
    local missing = {}
    for effect in declaration(row).effect:gmatch "[^, ]+" do
      if not effects[effect] then missing[#missing + 1] = ("%s, but %s"):format(effect, names(effects)) end
    end
    expect(missing).to_equal {}
  end)
end)

describe("The properties of OKit", function()
  -- OKit writes constants of bindings with a hash, and others without.
  local function plain(text) return text and (text:gsub("^#", "")) end

  local rows = {}
  for _, row in ipairs(okit_table) do rows[#rows + 1] = { key(row), row } end

  it.each(rows)("%s has its default", function(_, row)
    local ours = declaration(row)
    expect(ours and ours.property).to_be(row.property)
    if row.default then expect(plain(ours.default)).to_be(plain(row.default)) end
  end)
end)
