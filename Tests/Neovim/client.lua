-- Drives `okit-run lsp` with the client that is a part of Neovim. tools/check-editors.sh runs it; the environment names
-- the binary (OKIT_RUN) and a writable folder (OKIT_FOLDER).
--
-- A test is a function in `tests`. It fails with an error; the process then exits with 1.

local binary, folder = vim.env.OKIT_RUN, vim.env.OKIT_FOLDER
-- The longest time that a test waits for the server; it continues as soon as its condition holds.
local limit = 120000

local client_id

-- Waits until `condition` returns a true value, and returns that.
local function eventually(what, condition)
  local value
  local found = vim.wait(limit, function()
    value = condition()
    return value and true or false
  end, 5)
  if not found then error("no " .. what .. " after " .. limit / 1000 .. " s", 2) end
  return value
end

local function equal(found, wanted)
  if not vim.deep_equal(found, wanted) then
    error("expected " .. vim.inspect(wanted) .. ", got " .. vim.inspect(found), 2)
  end
end

local function write(name, text)
  vim.fn.mkdir(vim.fn.fnamemodify(folder .. "/" .. name, ":h"), "p")
  vim.fn.writefile(vim.split(text, "\n"), folder .. "/" .. name)
end

-- Opens a file in a buffer that the client follows.
local function open(name)
  vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/" .. name))
  vim.bo.filetype = "lua"
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client_id)
  return buffer
end

-- The position of `|` in `text`, which replaces the first occurrence of `old` in the buffer.
local function type_text(buffer, old, text)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  for row, line in ipairs(lines) do
    local first, last = line:find(old, 1, true)
    if first then
      local cursor = assert(text:find("|", 1, true), "no cursor in " .. text)
      local plain = text:sub(1, cursor - 1) .. text:sub(cursor + 1)
      vim.api.nvim_buf_set_lines(buffer, row - 1, row, false, { line:sub(1, first - 1) .. plain .. line:sub(last + 1) })
      vim.api.nvim_win_set_cursor(0, { row, first - 1 + cursor - 1 })
      return
    end
  end
  error("the buffer has no " .. old, 2)
end

-- Sends a request about the cursor, and returns its result.
local function request(buffer, method, params)
  local position = vim.lsp.util.make_position_params(0, vim.lsp.get_client_by_id(client_id).offset_encoding)
  local all = vim.tbl_extend("force", position, params or {})
  local answers, failure = vim.lsp.buf_request_sync(buffer, method, all, limit)
  local answer = assert(answers, failure)[client_id]
  assert(answer and not answer.error, vim.inspect(answer))
  return answer.result
end

local function messages(buffer)
  return vim.tbl_map(function(diagnostic)
    return ("%d:%d-%d %s %s"):format(diagnostic.lnum + 1, diagnostic.col + 1, diagnostic.end_col + 1,
      diagnostic.user_data and diagnostic.user_data.lsp.code or diagnostic.code, diagnostic.message)
  end, vim.diagnostic.get(buffer))
end

local tests = {}
-- Each test leaves the buffer as the next one expects it.
local order = {
  "diagnostics", "completion", "completion_in_an_unfinished_script", "hover", "signature_help", "code_action",
  "definition", "references", "rename",
}

function tests.diagnostics(app)
  local found = eventually("diagnostics", function()
    local all = messages(app)
    return #all > 0 and all
  end)
  local message = 'films: path: Studio has no property or function "nam"\ndid you mean "name"?'
  equal(found, { "5:47-50 binding.property " .. message })
  -- They follow the text, which is not saved.
  type_text(app, "studio/nam", "studio/name|")
  eventually("correction", function() return #messages(app) == 0 end)
  -- A mistake in a module shows in the application that loads it.
  local model = open("model.lua")
  type_text(model, 'title = ""', 'label = ""|')
  eventually("diagnostic after a change of the module", function() return #messages(app) == 1 end)
  type_text(model, 'label = ""', 'title = ""|')
  eventually("end of that diagnostic", function() return #messages(app) == 0 end)
  vim.api.nvim_set_current_buf(app)
end

function tests.completion(app)
  type_text(app, "studio/name", "studio/|")
  local labels = vim.tbl_map(function(item) return item.label end, request(app, "textDocument/completion").items)
  equal(labels[1], "name")
  -- As a person completes: the menu opens, and the first entry is accepted.
  vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
  local start = vim.lsp.omnifunc(1, "")
  assert(type(start) == "number", "no start of a completion")
  type_text(app, 'studio/"', 'studio/name|"')
end

function tests.completion_in_an_unfinished_script(app)
  type_text(app, "studio/name", "studio/name\" .. foo( then { 'ye|")
  type_text(app, "titlePath = \"#Films\"", "titlePath = \"#Films, films.@c|")
  local labels = vim.tbl_map(function(item) return item.label end, request(app, "textDocument/completion").items)
  assert(vim.tbl_contains(labels, "count"), vim.inspect(labels))
  vim.api.nvim_buf_set_lines(app, 0, -1, false, vim.fn.readfile(folder .. "/app.lua"))
  type_text(app, "studio/nam", "studio/name|")
  eventually("end of diagnostics", function() return #messages(app) == 0 end)
end

function tests.hover(app)
  type_text(app, "studio/name", "stu|dio/name")
  local text = request(app, "textDocument/hover").contents.value
  assert(text:find("Film.studio: Studio", 1, true) and text:find("model.lua:4", 1, true), text)
end

function tests.signature_help(app)
  type_text(app, "rate(#3)", "rate(|#3)")
  local help = request(app, "textDocument/signatureHelp")
  equal(help.signatures[1].label, "rate(stars)")
end

function tests.code_action(app)
  type_text(app, "studio/name", "studio/nam|")
  eventually("diagnostic", function() return #messages(app) == 1 end)
  local diagnostics = vim.tbl_map(function(diagnostic) return diagnostic.user_data.lsp end, vim.diagnostic.get(app))
  for index, diagnostic in ipairs(vim.diagnostic.get(app)) do
    diagnostics[index] = vim.tbl_extend("force", diagnostics[index], {
      message = diagnostic.message, source = diagnostic.source,
      range = {
        start = { line = diagnostic.lnum, character = diagnostic.col },
        ["end"] = { line = diagnostic.end_lnum, character = diagnostic.end_col },
      },
    })
  end
  local actions = request(app, "textDocument/codeAction", {
    range = diagnostics[1].range, context = { diagnostics = diagnostics },
  })
  equal(actions[1].title, 'Replace by "name"')
  vim.lsp.util.apply_workspace_edit(actions[1].edit, vim.lsp.get_client_by_id(client_id).offset_encoding)
  eventually("end of the diagnostic", function() return #messages(app) == 0 end)
end

-- The places of an answer: the name of the file, and line and columns from 1.
local function places(locations)
  local found = vim.tbl_map(function(location)
    local range = location.range
    return ("%s:%d:%d-%d"):format(vim.fn.fnamemodify(vim.uri_to_fname(location.uri), ":t"), range.start.line + 1,
      range.start.character + 1, range["end"].character + 1)
  end, locations)
  table.sort(found)
  return found
end

function tests.definition(app)
  type_text(app, 'detailPath = "title"', 'detailPath = "ti|tle"')
  equal(places(request(app, "textDocument/definition")), { "model.lua:3:48-53" })
  -- As a person goes there.
  vim.lsp.buf.definition()
  eventually("jump to the definition", function() return vim.api.nvim_buf_get_name(0):match("model%.lua$") end)
  equal(vim.api.nvim_win_get_cursor(0), { 3, 47 })
  vim.api.nvim_set_current_buf(app)
end

function tests.references(app)
  type_text(app, 'detailPath = "title"', 'detailPath = "ti|tle"')
  local found = request(app, "textDocument/references", { context = { includeDeclaration = true } })
  equal(places(found), { "app.lua:5:68-73", "model.lua:3:48-53" })
end

function tests.rename(app)
  type_text(app, 'detailPath = "title"', 'detailPath = "ti|tle"')
  vim.lsp.buf.rename("caption")
  eventually("new name", function()
    return table.concat(vim.api.nvim_buf_get_lines(app, 0, -1, false)):find('detailPath = "caption"', 1, true)
  end)
  local model = open("model.lua")
  local schema = vim.api.nvim_buf_get_lines(model, 2, 3, false)[1]
  assert(schema:find('{ caption = ""', 1, true), schema)
  vim.api.nvim_set_current_buf(app)
  -- Both buffers fit, so that nothing is wrong; and a taken name changes nothing.
  eventually("no diagnostics", function() return #messages(app) == 0 end)
  local position = vim.lsp.util.make_position_params(0, vim.lsp.get_client_by_id(client_id).offset_encoding)
  local answers = vim.lsp.buf_request_sync(app, "textDocument/rename",
    vim.tbl_extend("force", position, { newName = "year" }), limit)
  local failure = answers[client_id].error
  assert(failure and failure.message:find("is taken", 1, true), vim.inspect(answers))
end

-- MARK: Running

local function main()
  write("model.lua", table.concat({
    'local okit = require "okit"',
    'local Studio = okit.ModelEntity:extend("Studio", { name = "" })',
    'local Film = okit.ModelEntity:extend("Film", { title = "", year = 1990,',
    '  studio = okit.types.entity(Studio) })',
    "function Film:rate(stars) self.year = self.year + stars end",
    'okit.Model.register(okit.Model:extend("Shop", { films = okit.types.list(Film) }))',
    "return { Film = Film }",
  }, "\n"))
  write("app.lua", table.concat({
    'require "model"',
    'local okit = require "okit"',
    'okit.ModelListTableController:extend("films", {',
    '  dataPath = "films", titlePath = "#Films",',
    '  cell = okit.ModelTableCell { path = "studio/nam", detailPath = "title", tap = "rate(#3)" },',
    "})",
  }, "\n"))
  local command = { binary, "lsp", "--limit-time", "60s" }
  client_id = assert(vim.lsp.start_client({ cmd = command, root_dir = folder, name = "okit" }))
  local app = open("app.lua")
  for name in pairs(tests) do assert(vim.tbl_contains(order, name), name .. " is not in the order of the tests") end
  for _, name in ipairs(order) do
    local ok, failure = xpcall(tests[name], debug.traceback, app)
    if not ok then error(name .. ": " .. failure, 0) end
    io.stdout:write("neovim: ", name, "\n")
  end
  vim.lsp.stop_client(client_id)
  eventually("end of the server", function() return vim.lsp.get_client_by_id(client_id) == nil end)
end

local ok, failure = xpcall(main, debug.traceback)
if not ok then io.stderr:write("neovim: ", tostring(failure), "\n") end
-- Changed buffers must not keep it from ending.
vim.cmd(ok and "quitall!" or "cquit! 1")
