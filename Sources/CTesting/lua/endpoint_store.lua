-- An endpoint for tests that stores documents as a server with conditions does (RFC 9110, section 13): each change of a
-- document gives it another entity tag.
local error, ipairs, pairs, setmetatable, type = error, ipairs, pairs, setmetatable, type

return function(host)
  -- The documents of each store by path: `{ body =, tag = }`.
  local stores = setmetatable({}, { __mode = "k" })
  local methods = {}

  local function documents_of(self, method)
    local store = stores[self]
    if not store then error(("call it with a colon: store:%s(…)"):format(method), 3) end
    return store
  end

  local function path_of(path)
    if type(path) ~= "string" then error(("a path must be a string, got %s"):format(type(path)), 3) end
    return "/" .. path:gsub("^/", "")
  end

  local function write(store, path, body)
    store.count = store.count + 1
    local document = { body = body, tag = ('"%d"'):format(store.count) }
    store.documents[path] = document
    return document
  end

  --- Returns a document as a table, other contents as a string; nil for a path without one.
  function methods:get(path)
    local document = documents_of(self, "get").documents[path_of(path)]
    return document and (host.json_decode(document.body) or document.body)
  end

  --- Writes a document, as another user of the server does.
  function methods:put(path, document)
    local store = documents_of(self, "put")
    write(store, path_of(path), type(document) == "string" and document or host.json_encode(document))
  end

  --- Removes a document, as another user of the server does.
  function methods:delete(path) documents_of(self, "delete").documents[path_of(path)] = nil end

  -- Whether one of the tags in a header is that of the document.
  local function matches(header, document)
    if not document then return false end
    if header == "*" then return true end
    for tag in header:gmatch('[^,%s]+') do
      if tag == document.tag then return true end
    end
    return false
  end

  local function fails(request, document)
    local wanted, unwanted = request.headers["if-match"], request.headers["if-none-match"]
    return wanted and not matches(wanted, document) or unwanted and matches(unwanted, document)
  end

  local function respond(status, document, body)
    return { status = status, headers = { etag = document and document.tag }, body = body or "" }
  end

  local function answers(store)
    local function put(request)
      local old = store.documents[request.path]
      if fails(request, old) then return respond(412) end
      return respond(old and 204 or 201, write(store, request.path, request.body or ""))
    end
    return {
      ["GET /*"] = function(request)
        local document = store.documents[request.path]
        if not document then return respond(404) end
        if matches(request.headers["if-none-match"] or "", document) then return respond(304, document) end
        local response = respond(200, document, document.body)
        response.headers["content-type"] = host.json_decode(document.body) and "application/json"
          or "application/octet-stream"
        return response
      end,
      ["PUT /*"] = put,
      ["POST /*"] = put,
      ["DELETE /*"] = function(request)
        local old = store.documents[request.path]
        if not old then return respond(404) end
        if fails(request, old) then return respond(412) end
        store.documents[request.path] = nil
        return respond(204)
      end,
      ["MKCOL /*"] = function() return respond(201) end,
    }
  end

  local metatable = { __metatable = false, __name = "endpoint store" }

  function metatable.__index(_, name)
    local method = methods[name]
    if method then return method end
    local names = {}
    for known in pairs(methods) do names[#names + 1] = known end
    host.unknown("an endpoint store", tostring(name), names)
  end

  --- Gives a store the documents that it was made with; does nothing for another endpoint.
  function host.reset_store(endpoint)
    local store = stores[endpoint]
    if not store then return end
    store.documents, store.count = {}, store.first.count
    for path, document in pairs(store.first.documents) do store.documents[path] = document end
  end

  --- Returns an endpoint with documents by their paths.
  return function(documents)
    if documents ~= nil and type(documents) ~= "table" then
      error(("okit.endpoint_store needs a table of documents, got %s"):format(type(documents)), 2)
    end
    local store = { documents = {}, count = 0 }
    local paths = {}
    for path in pairs(documents or {}) do paths[#paths + 1] = path_of(path) end
    table.sort(paths)
    local self = setmetatable(answers(store), metatable)
    stores[self] = store
    for _, path in ipairs(paths) do
      local name = path:sub(2)
      methods.put(self, name, documents[name] == nil and documents[path] or documents[name])
    end
    store.first = { documents = {}, count = store.count }
    for path, document in pairs(store.documents) do store.first.documents[path] = document end
    return self
  end
end
