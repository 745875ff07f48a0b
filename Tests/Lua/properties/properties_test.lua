-- Each property of each class makes a difference: on the screen, in what an action does, or in what is stored. The cases are in
-- cases_*.lua; declared.lua lists the properties of the engine, and okit_table.lua those of OKit's documentation.
local cases = require "cases"
local declared = require "declared"
local okit_table = require "okit_table"
local observation = require "observation"

-- The class in which each property is declared, and its default.
local function key(row) return row.class .. "." .. row.property end

local by_key, of_property = {}, {}
for _, row in ipairs(declared) do
  by_key[key(row)] = row
  of_property[row.property] = of_property[row.property] or {}
  table.insert(of_property[row.property], row)
end

-- Classes of OKit whose properties a class above them has here.
local above = {
  ModelBaseTableController = { "ModelBaseController" },
  ModelListTableController = { "ModelBaseTableController" },
  ModelDetailTableController = { "ModelBaseTableController" },
  ModelLabel = { "ModelView" }, ModelButton = { "ModelView" }, ModelHelpView = { "ModelView" },
}

local function declaration(row)
  if by_key[key(row)] then return by_key[key(row)] end
  for _, class in ipairs(above[row.class] or {}) do
    local found = by_key[class .. "." .. row.property]
    if found then return found end
  end
end

-- Runs the application of a case, and returns its state.
local function state(number, variant, default)
  local case = cases[number]
  local app = okit.launch("app.lua", { arguments = { tostring(number), variant, default } })
  local extra = case.steps and case.steps(app)
  local result = observation.observe(app, type(extra) ~= "table" and extra or nil)
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

local found = {}

describe("A property", function()
  for number, case in ipairs(cases) do
    it(("%s.%s as %s"):format(case.class, case.property, type(case.value) == "table" and "a table" or tostring(case.value)),
      function()
        local without = state(number, "without")
        local with, diagnostics = state(number, "with")
        expect(diagnostics).to_equal {}
        local effects = observation.effects(without, with)
        expect(names(effects)).not_to_be ""
        local default = declaration(case).default
        if default and case.without == nil then
          expect(names(observation.effects(without, (state(number, "default", default))))).to_be ""
        end
        local set = found[key(declaration(case))] or {}
        for name in pairs(effects) do set[name] = true end
        found[key(declaration(case))] = set
      end)
  end
end)

describe("The properties", function()
  it("all have a case, whose differences are their effects", function()
    local missing = {}
    for _, row in ipairs(declared) do
      local effects = found[key(row)] or {}
      if row.effect == "" then missing[#missing + 1] = key(row) .. ": no effect declared" end
      for effect in row.effect:gmatch "[^, ]+" do
        if not effects[effect] then missing[#missing + 1] = key(row) .. ": " .. effect .. " of " .. names(effects) end
      end
    end
    expect(missing).to_equal {}
  end)

  it.each(okit_table)("of OKit are declared with its defaults", function(row)
    local ours = declaration(row)
    expect(ours and ours.property).to_be(row.property)
    -- OKit writes constants of bindings with a hash, and others without.
    local function plain(text) return text and text:gsub("^#", "") end
    if row.default then expect(plain(ours.default)).to_be(plain(row.default)) end
  end)
end)
