-- The scripts of applications, compiled before, with a module `okit` that keeps what it is given in plain tables: the
-- least time in which each of them runs in a new environment, in nanoseconds. Where `entities` makes records in C, the
-- entities of the application in the second argument are such records.

local root, only = arg[1], arg[2]
local entities = rawget(_G, "entities")

local function kept() return setmetatable({}, { __index = function() return kept end, __call = kept }) end

local function nothing() end

-- Elements of a list that are plain tables become instances of its class.
local function list(elements, of)
  return setmetatable(elements or {}, { __index = { add = function(self, value)
    if type(of) == "table" and not getmetatable(value) then value = of(value) end
    self[#self + 1] = value
    return value
  end } })
end

-- A class, whose instances are the tables of their values, with the lists that it declares.
local function class(super, values)
  local made = values or {}
  local members, lists = { __index = made }, {}
  for name, value in pairs(made) do
    if type(value) == "table" and value.is_list then lists[#lists + 1] = name end
  end
  return setmetatable(made, {
    __index = super,
    __call = function(_, given)
      local instance = given or {}
      for i = 1, #lists do
        local name = lists[i]
        instance[name] = list(instance[name], made[name].of)
      end
      return setmetatable(instance, members)
    end,
  })
end

-- The properties of the built-in classes of entities.
local built_in = {
  ModelImage = { data = "", format = "", label = "" }, ModelRef = { refKey = "" }, ModelSettings = {},
}

-- The other ones.
local entity_classes = {
  Model = true, ModelEncrypted = true, ModelEntity = true, ModelHttp = true, ModelPartial = true, ModelSQLite = true,
  ModelTransient = true,
}

-- A class of entities in C.
local function entity_class(super, values)
  local made = values or {}
  local names, elements = {}, {}
  for name, value in pairs(made) do
    if type(value) ~= "table" or not value.is_computed then
      names[#names + 1] = name
      if type(value) == "table" then
        -- An element that only has the name of its class is a reference.
        if value.is_list then elements[name] = type(value.of) == "table" and value.of.number or 0 end
        if value.is_reference then elements[name] = -1 end
      end
    end
  end
  local number = entities.class(made, names, elements)
  made.number = number
  return setmetatable(made, {
    __index = super,
    __call = function(_, given) return entities.create(number, given or {}) end,
  })
end

local function make_okit()
  if entities then entities.reset() end
  local base = { state = nothing, store = nothing, endpoint = nothing, prefetch = nothing }
  function base.extend(self, name, values)
    return (self.is_entity == true and entity_class or class)(self, type(name) == "table" and name or values)
  end
  function base.initialize(fill) fill() end
  function base.register(made) return entities and entities.register(made()) or made() end
  if entities then base.entity = entities.find end
  setmetatable(base, { __index = function() return kept end })
  local entity_base = entities and setmetatable({ is_entity = true }, { __index = base })
  local types = setmetatable({}, { __index = function(_, name)
    return function(of)
      return { is_list = name == "list", is_computed = name == "computed", is_reference = name == "ref", of = of }
    end
  end })
  local okit = { types = types, arguments = {} }
  if entities then
    function okit.date(text) return #text end
    function okit.localized(text) return text end
    for name, values in pairs(built_in) do okit[name] = entity_class(entity_base, values) end
  end
  return setmetatable(okit, { __index = function(_, name)
    local made = kept
    if name:find("^%u") then
      made = class(entities and entity_classes[name] and entity_base or base)
    end
    okit[name] = made
    return made
  end })
end

local chunks = {}

local function compiled(path)
  local chunk = chunks[path]
  if chunk == nil then
    local file = io.open(path)
    chunk = file and string.dump(assert(load(file:read("a"), "@" .. path))) or false
    if file then file:close() end
    chunks[path] = chunk
  end
  return chunk
end

local function launch(folder, script)
  local loaded = { okit = make_okit() }
  local environment = setmetatable({ okit = loaded.okit, arg = {} }, { __index = _G })
  function environment.require(name)
    if loaded[name] == nil then
      local path = folder .. name:gsub("%.", "/") .. ".lua"
      local chunk = compiled(path) or error("no module " .. name)
      local result = load(chunk, path, "b", environment)(name)
      loaded[name] = result == nil and true or result
    end
    return loaded[name]
  end
  load(compiled(folder .. script), script, "b", environment)()
end

local function measure(path)
  local folder, script = (root .. "/" .. path):match("^(.*/)([^/]*)$")
  local best = math.huge
  for _ = 1, 60 do
    local start = os.clock()
    for _ = 1, 5 do launch(folder, script) end
    best = math.min(best, (os.clock() - start) / 5)
  end
  return best * 1e9
end

if only then return measure(only) end
for _, path in ipairs { "examples/hello.lua", "examples/todo.lua", "orders/app.lua", "bookshop/app.lua" } do
  print(("%s %.6f 0"):format(path, measure(path)))
end
