-- What is inside a value, whether a table or an object of the host.

local pairs, pcall, type = pairs, pcall, type

return function(kit)
  local values = {}

  --- `metamethod(value, name)`: that of a table, also where nobody else may see its metatable; nil for anything else.
  local metamethod = kit.host.metamethod
  values.metamethod = metamethod

  function values.callable(value) return type(value) == "function" or metamethod(value, "__call") ~= nil end

  local function length(value) return #value end
  local function index(value, key) return value[key] end

  --- `value[key]` without raising: the element, or nil and the error.
  function values.index(value, key)
    local ok, result = pcall(index, value, key)
    if ok then return result end
    return nil, result
  end

  -- The elements of something that answers `#` and integer keys.
  local function collection(value)
    local ok, count = pcall(length, value)
    if not ok or math.type(count) ~= "integer" then return nil end
    local elements = {}
    for i = 1, count do
      local found, element = pcall(index, value, i)
      if not found or element == nil then return nil end
      elements[i] = element
    end
    return elements, count
  end

  --- The elements of a list and their number: a table with the keys 1…n, or a live collection. Else nil.
  function values.list(value)
    local kind = type(value)
    if kind == "userdata" or (kind == "table" and metamethod(value, "__len")) then return collection(value) end
    if kind ~= "table" then return nil end
    local count, highest = 0, 0
    for key in pairs(value) do
      if math.type(key) ~= "integer" or key < 1 then return nil end
      count = count + 1
      if key > highest then highest = key end
    end
    if count ~= highest then return nil end
    return value, count
  end

  local function copy(value)
    local entries = {}
    for key, element in pairs(value) do entries[key] = element end
    return entries
  end

  --- A table of all keys and values, or nil for what cannot be gone through.
  function values.entries(value)
    local kind = type(value)
    if kind ~= "table" and kind ~= "userdata" then return nil end
    local ok, entries = pcall(copy, value)
    return ok and entries or nil
  end

  local RANK = { number = 1, string = 2, boolean = 3 }

  local function before(a, b)
    local kind_a, kind_b = type(a), type(b)
    local rank_a, rank_b = RANK[kind_a] or 4, RANK[kind_b] or 4
    if rank_a ~= rank_b then return rank_a < rank_b end
    if rank_a <= 2 then return a < b end
    return tostring(a) < tostring(b)
  end

  --- The keys of a table in an order that does not depend on how it was filled.
  function values.sorted_keys(entries)
    local keys = {}
    for key in pairs(entries) do keys[#keys + 1] = key end
    table.sort(keys, before)
    return keys
  end

  return values
end
