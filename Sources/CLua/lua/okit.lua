-- The module `okit` as scripts see it: classes, types and the functions of an application. What the engine does lies
-- behind `host`, a table of host functions; errors are placed at the nearest line of a script.
return function(host)
  local ipairs, pairs, rawget, rawset, select, setmetatable, tostring, type =
    ipairs, pairs, rawget, rawset, select, setmetatable, tostring, type
  local math_type, concat = math.type, table.concat

  local okit = {}

  -- Fails with the nearest of the names: those of a list, or the members of a declared class.
  local unknown = host.unknown

  -- Class tables and type descriptors are recognised by what these hold for them, not by what a script could fake.
  local classes = setmetatable({}, { __mode = "k" })
  local types_of = setmetatable({}, { __mode = "k" })
  local class_named = {}

  -- Types ---------------------------------------------------------------------------------------------------------

  local types = {}
  local normalise

  local function set_of(names)
    local set = {}
    for _, name in ipairs(names) do set[name] = true end
    return set
  end
  local option_names, reference_options = set_of(host.type_options), set_of(host.reference_options)

  local function options_into(description, options, what)
    if options == nil then return description end
    if type(options) ~= "table" then
      host.fail("types.option", what .. ": options must be a table such as { didSet = fn }")
    end
    for name, value in pairs(options) do
      if not option_names[name] then unknown(what, "option", tostring(name), "okit.TypeOptions") end
      description[name] = value
    end
    return description
  end

  -- No type has a table as default, so that a misspelt option is none either.
  local function is_options(value) return type(value) == "table" and not types_of[value] and not classes[value] end

  local descriptor

  -- `t.float(0)`, `t.string("x", { didSet = fn })`, `t.date { transient = true }`
  local scalar_meta = {
    __metatable = false,
    __tostring = function(self) return "okit.types." .. types_of[self].kind end,
    __call = function(self, default, options)
      local copy = {}
      for k, v in pairs(types_of[self]) do copy[k] = v end
      if options == nil and is_options(default) then default, options = nil, default end
      copy.default = default
      return descriptor(options_into(copy, options, "okit.types." .. copy.kind))
    end,
  }

  local plain_meta = {
    __metatable = false,
    __tostring = function(self) return "okit.types." .. types_of[self].kind end,
  }

  function descriptor(description, meta)
    local result = setmetatable({}, meta or plain_meta)
    types_of[result] = description
    return result
  end

  for _, name in ipairs(host.scalar_types) do
    types[name] = descriptor({ kind = name }, scalar_meta)
  end

  local function element_of(value, what)
    if value == nil then
      host.fail("types.element",
        what .. " needs the type of its elements, for instance " .. what .. "(okit.types.string)")
    end
    if type(value) == "string" then return { kind = "entity", target = value } end
    return normalise(value, what)
  end

  for _, name in ipairs { "list", "set", "map" } do
    types[name] = function(element, options)
      local description = { kind = name, element = element_of(element, "okit.types." .. name) }
      return descriptor(options_into(description, options, "okit.types." .. name))
    end
  end

  function types.optional(inner, options)
    local element = element_of(inner, "okit.types.optional")
    local description = { kind = "optional", element = element, default = element.default,
      transient = element.transient, didSet = element.didSet }
    return descriptor(options_into(description, options, "okit.types.optional"))
  end

  function types.transient(inner, options)
    local copy = {}
    for k, v in pairs(normalise(inner, "okit.types.transient")) do copy[k] = v end
    copy.transient = true
    return descriptor(options_into(copy, options, "okit.types.transient"))
  end

  for _, kind in ipairs { "entity", "deferred" } do
    types[kind] = function(class, options)
      local what, target = "okit.types." .. kind, classes[class] and classes[class].name or class
      if type(target) ~= "string" then host.fail("types.element", what .. " needs a class or its name") end
      return descriptor(options_into({ kind = kind, target = target }, options, what))
    end
  end

  function types.ref(target, options)
    target = classes[target] and classes[target].name or target
    if type(target) ~= "string" then host.fail("types.element", "okit.types.ref needs a class or its name") end
    local description = { kind = "ref", target = target }
    if options ~= nil and type(options) ~= "table" then
      host.fail("types.option", "okit.types.ref: options must be a table such as { onDelete = \"restrict\" }")
    end
    for name, value in pairs(options or {}) do
      if not reference_options[name] then
        unknown("okit.types.ref", "option", tostring(name), "okit.ReferenceOptions")
      end
      description[name] = value
    end
    return descriptor(description)
  end

  function types.enum(cases, options)
    if type(cases) ~= "table" or #cases == 0 then
      host.fail("types.enum",
        "okit.types.enum needs a list of texts, for instance okit.types.enum { \"open\", \"closed\" }")
    end
    for name in pairs(cases) do
      if type(name) == "string" then
        if not option_names[name] then unknown("okit.types.enum", "option", name, "okit.TypeOptions") end
        local message = "okit.types.enum: %s is an option, which follows the list: t.enum({ … }, { %s = … })"
        host.fail("types.option", message:format(name, name))
      end
    end
    local seen = {}
    for _, case in ipairs(cases) do
      if type(case) == "string" then
        if seen[case] then host.fail("types.enum", ("okit.types.enum has the value \"%s\" twice"):format(case)) end
        seen[case] = true
      end
    end
    local description = { kind = "enum", cases = cases }
    return descriptor(options_into(description, options, "okit.types.enum"))
  end

  function types.computed(fn, options)
    if type(fn) ~= "function" then host.fail("types.computed", "okit.types.computed needs a function of the entity") end
    if options ~= nil then host.fail("types.option", "okit.types.computed has no options") end
    return descriptor { kind = "computed", computed = fn }
  end

  -- Examples of the types that need others.
  local examples = {
    optional = "t.optional(t.string)", list = "t.list(t.string)", set = "t.set(t.string)", map = "t.map(t.string)",
    transient = "t.transient(0)", entity = "t.entity(\"Film\")", ref = "t.ref(\"Film\")",
    deferred = "t.deferred(\"Film\")",
    enum = "t.enum { \"open\", \"closed\" }", computed = "t.computed(function(self) return self.name end)",
  }

  -- Fails for a value that no property can have, in the line of the property where it is one of a class.
  local function wrong_property(message, class_name, property)
    if property then host.fail_property(class_name, property, message) end
    host.fail("model.property", message)
  end

  -- Describes a property value of a script for the host. A plain value is the default of its own type.
  function normalise(value, what, class_name, property)
    local description = types_of[value]
    if description then return description end
    if classes[value] then return { kind = "entity", target = classes[value].name } end
    local kind = type(value)
    if kind == "string" then return { kind = "string", default = value } end
    if kind == "boolean" then return { kind = "bool", default = value } end
    if kind == "number" then return { kind = math_type(value) == "integer" and "int" or "double", default = value } end
    if kind == "userdata" then return { kind = host.is_day(value) and "day" or "date", default = value } end
    if kind == "function" then
      for name, example in pairs(examples) do
        if types[name] == value then
          wrong_property(what .. ": okit.types." .. name .. " needs a type or values, such as " .. example,
            class_name, property)
        end
      end
      wrong_property(what .. " is a function; write `function Class:" .. (what:match("[%w_]+$") or "name")
        .. "() … end`, or okit.types.computed(fn)", class_name, property)
    end
    wrong_property(what .. " needs a value or a type such as okit.types.list(…), got " .. kind, class_name, property)
  end

  okit.types = setmetatable(types, {
    __metatable = false,
    __index = function(_, name) unknown("okit.types", "type", tostring(name), "okit.types") end,
  })

  -- Classes -------------------------------------------------------------------------------------------------------

  -- The tail calls `return Class:extend(…)` and `return Class { … }` keep the line of the script.
  local keep_frame = host.keep_frame
  local class_meta = {}

  local function make_class(name, super, family)
    local methods = {}
    -- The host recognises a class by its only member, where a script passes it instead of an entity.
    local meta = {
      __metatable = false,
      __name = name,
      __index = function(class, key)
        local method = methods[key]
        if method ~= nil then return method end
        unknown("class " .. name, "function", tostring(key), host.class_members(class))
      end,
      __newindex = class_meta.assign,
      __call = class_meta.make,
      __tostring = function() return "class " .. name end,
    }
    local class = setmetatable({ __class = name }, meta)
    setmetatable(methods, { __index = super and classes[super].methods or nil })
    classes[class] = { name = name, super = super, methods = methods, family = family, meta = meta }
    class_named[name] = class
    return class
  end

  local function reparent(class, super)
    classes[class].super = super
    setmetatable(classes[class].methods, { __index = classes[super].methods })
    return class
  end

  -- The classes of storyboards that no script has extended under the same name.
  local in_storyboards = {}

  function class_meta.assign(class, key, value) classes[class].family.assign(classes[class], key, value) end

  class_meta.make = keep_frame(function(class, values)
    local record = classes[class]
    if values ~= nil and type(values) ~= "table" then
      host.fail("class.values", record.name .. " needs a table of values, got " .. type(values))
    end
    return record.family.make(record, values or {})
  end)

  local extend = keep_frame(function(class, name, properties)
    local record = classes[class]
    if not record then host.fail("class.extend", "call it with a colon: Class:extend(\"Name\", { … })") end
    if type(name) ~= "string" or name == "" then
      host.fail("class.name", record.name .. ":extend needs a name as its first argument")
    end
    if properties == nil then properties = {} end
    if type(properties) ~= "table" then
      host.fail("class.values", name .. ": properties must be a table, got " .. type(properties))
    end
    local base, found = record.family.define(record, name, properties), in_storyboards[name]
    in_storyboards[name] = nil
    return base and found and reparent(found, class_named[base]) or make_class(name, class, record.family)
  end)

  -- Entities and models: properties are a schema, functions are methods and hooks.
  local entities = {}
  local row_names, flags = set_of { "table", "key", "file", "queue" }, set_of { "strict", "history" }

  function entities.define(super, name, properties)
    local schema = {}
    for key, value in pairs(properties) do
      if type(key) ~= "string" then
        host.fail("model.property", name .. ": properties need names, got " .. tostring(key))
      end
      schema[key] = normalise(value, name .. "." .. key, name, key)
    end
    host.define_entity(name, super.name, schema)
  end

  local setters = { version = "version", migrate = "migration", migrateRow = "row_migration", from = "from" }

  function entities.assign(record, key, value)
    if setters[key] then return host["set_" .. setters[key]](record.name, value) end
    if row_names[key] and type(value) == "string" then return host.set_row_name(record.name, key, value) end
    if key == "content" and type(value) == "string" then return host.set_content(record.name, value) end
    if flags[key] and type(value) == "boolean" then return host["set_" .. key](record.name, value) end
    if type(value) ~= "function" then
      host.fail("class.member", record.name .. "." .. tostring(key) .. (flags[key]
        and " must be true or false, got " .. type(value)
        or ": a class takes functions, `version`, `strict`, `history`, `content`, `table`, `key`, `from`, `file` and "
        .. "`queue`; declare properties in extend"))
    end
    host.define_method(record.name, key, value)
    rawset(record.methods, key, value)
  end

  function entities.make(record, values)
    -- Each later call reaches the host at once.
    record.meta.__call = host.class_call(host.create, host.entity_number(record.name), record.name)
    return record.meta.__call(nil, values)
  end

  -- Controllers, cells and controls: properties are bindings, functions override the built-in ones.
  local components = {}
  function components.define(super, name, properties) return host.define_component(name, super.name, properties) end

  function components.assign(record, key, value)
    if type(value) ~= "function" then
      host.fail("class.member",
        record.name .. "." .. tostring(key) .. ": a class takes functions; declare properties in extend")
    end
    host.override(record.name, key, value)
    rawset(record.methods, key, value)
  end

  function components.make(record, values) return host.make_component(record.name, values) end

  for _, name in ipairs(host.entity_classes) do
    okit[name] = make_class(name, name ~= "ModelEntity" and okit.ModelEntity or nil, entities)
  end
  rawset(classes[okit.ModelEntity].methods, "extend", extend)

  -- Returns the class of a controller of a storyboard, which a script may have defined before.
  function host.storyboard_class(name, base)
    if class_named[name] then return reparent(class_named[name], class_named[base]) end
    in_storyboards[name] = make_class(name, class_named[base], components)
    return in_storyboards[name]
  end

  -- The class whose function runs for an object, where that is not the object's own class.
  local running = setmetatable({}, { __mode = "k" })
  local function enter(self, class)
    local outer = running[self]
    running[self] = class
    return setmetatable({}, { __close = function() running[self] = outer end })
  end

  -- The built-in functions by name, each for all classes: the host finds what the class of `self` does.
  local inherited = {}
  -- The functions of a class. A built-in one gets them when something asks for one: most scripts use few classes.
  local function methods_of(record)
    local methods = record.methods
    for _, group in ipairs(record.groups or {}) do
      for _, name in ipairs(host.function_groups[group]) do
        inherited[name] = inherited[name] or function(self, ...)
          local _ <close> = running[self] and enter(self, nil) -- It calls functions of the object's own class again.
          return host.inherited(self, name, ...)
        end
        methods[name] = rawget(methods, name) or inherited[name]
      end
    end
    record.groups = nil -- Only now: after an error, such as a stack overflow, the next one that asks begins again.
    return methods
  end
  for name, groups in pairs(host.component_classes) do
    okit[name] = make_class(name, nil, components)
    local record = classes[okit[name]]
    record.groups, record.methods.extend = groups, extend
    setmetatable(record.methods, { __index = function(_, key) return rawget(methods_of(record), key) end })
  end
  okit.ModelApplicationContoller = okit.ModelApplicationController -- as OKit's storyboards spell it

  -- `self.super.name(self, …)`: the function above the one that runs, however many classes override it.
  local function owner(class, name)
    while class and not rawget(methods_of(classes[class]), name) do class = classes[class].super end
    return class
  end

  -- The names that a class has, for completion; nil for any other value.
  function host.class_members(class)
    local record, names = classes[class], {}
    if not record then return nil end
    while record do
      for name in pairs(methods_of(record)) do names[#names + 1] = name end
      record = record.super and classes[record.super]
    end
    return names
  end

  function host.super_of(self, class_name, name)
    local defining = owner(running[self] or class_named[class_name], name)
    local above = defining and classes[defining].super and owner(classes[defining].super, name)
    if not above then
      local super = classes[running[self] or class_named[class_name]].super
      local names = super and host.class_members(super) or {}
      host.unknown("the super class of " .. class_name, "function", tostring(name), names)
    end
    local fn = classes[above].methods[name]
    return keep_frame(function(target, ...)
      if target ~= self then
        host.fail("controller.super", "self.super." .. name .. " needs self as its first argument; write self.super."
          .. name .. "(self, …)")
      end
      local _ <close> = enter(self, above)
      return fn(target, ...)
    end)
  end

  -- Models --------------------------------------------------------------------------------------------------------

  local function class_name(class, what)
    local record = classes[class]
    if not record then host.fail("model.class", what .. " needs a class such as one made by okit.Model:extend") end
    return record.name
  end

  local model = classes[okit.Model].methods
  for name, fn in pairs(host.models) do model[name] = fn end

  -- Fails where a function of `okit.Model` was called with a colon.
  local function check_dot(first, name, arguments)
    if first == okit.Model then
      host.fail("model.class", ("call it with a dot: okit.Model.%s(%s)"):format(name, arguments))
    end
  end
  for _, name in ipairs { "get", "store", "state", "query" } do
    local fn = model[name]
    model[name] = keep_frame(function(...)
      check_dot((...), name, name == "get" and "" or name == "query" and "model, sql" or "…")
      return fn(...)
    end)
  end
  local register = model.register
  model.register = keep_frame(function(class, name)
    if classes[name] then check_dot(class, "register", classes[name].name) end
    return register(class_name(class, "okit.Model.register"), name)
  end)
  model.initialize = keep_frame(function(fn, options)
    check_dot(fn, "initialize", "function() … end")
    if type(fn) ~= "function" then
      host.fail("model.initialize", "okit.Model.initialize needs a function that registers the models")
    end
    if options ~= nil and type(options) ~= "table" then
      host.fail("model.initialize", "options must be a table such as { secure = true }")
    end
    for name, value in pairs(options or {}) do
      if name ~= "secure" then unknown("okit.Model.initialize", "option", tostring(name), "okit.InitializeOptions") end
      if type(value) ~= "boolean" then
        host.fail("model.initialize", "okit.Model.initialize: secure needs a boolean, got " .. type(value))
      end
    end
    if not (options and options.secure) or host.initialize_securely(fn) then fn() end
  end)

  -- Functions -----------------------------------------------------------------------------------------------------

  function okit.extend(target, functions)
    local record = classes[target]
    if type(functions) ~= "table" then
      host.fail("class.values", "okit.extend needs a type and a table of functions")
    end
    for name, fn in pairs(functions) do
      if type(fn) ~= "function" then
        host.fail("function.extension", "okit.extend: \"" .. tostring(name) .. "\" needs a function, got " .. type(fn))
      end
      host.extend(record and record.name or target, name, fn)
    end
  end

  for name, fn in pairs(host.functions) do okit[name] = fn end

  -- The application's clock is the only one that its script sees.
  local now = host.functions.now
  host.set_clock(function() return now().timestamp // 1 | 0 end)

  okit.log = {}
  for _, level in ipairs(host.log_levels) do
    okit.log[level] = function(...)
      local texts = {}
      for i = 1, select("#", ...) do texts[i] = tostring((select(i, ...))) end
      host.log(level, concat(texts, " "))
    end
  end

  host.set_warning(okit.log.warn)

  okit.arguments, okit.exit = host.arguments, host.exit
  host.add_parts(okit, host)

  -- Makes the class for an entity type that the host has defined a global.
  local globals = _G
  function host.adopt(name, super_name)
    rawset(globals, name, make_class(name, class_named[super_name], entities))
  end

  -- The functions that a built-in class has.
  function host.members_of(name)
    local names = {}
    for member in pairs(methods_of(classes[class_named[name]])) do names[#names + 1] = member end
    return names
  end

  local own
  return setmetatable(okit, {
    __metatable = false,
    __index = function(_, name)
      own = own or name == "app" and host.driver()(0)
      if name == "app" then return own end
      if name == "application" then return host.application() end
      if class_named[name] == nil then unknown("okit", "member", tostring(name), "okit") end
    end,
  })
end
