-- What is entered into a secure field is in no change, explanation, log line and message.

-- Returns everything that a report could show, as one text.
local function told(app)
  local parts = {}
  for _, entry in ipairs(app.log) do parts[#parts + 1] = entry.message end
  for _, found in ipairs(app.diagnostics) do parts[#parts + 1] = found.message .. " " .. (found.hint or "") end
  return table.concat(parts, "\n")
end

describe("a secure field", function()
  local app
  before_each(function() app = okit.launch("secrets_app.lua") end)

  it("keeps its text out of the changes", function()
    local changes = app:changes(function() app:cell("Password"):type("hunter2") end)
    expect(changes).to_equal { { op = "replace", path = "/password", old = "•••", value = "•••" } }
    expect(app:get "password").to_be "hunter2"
    changes = app:changes(function() app:cell("Name"):type("Eve hunter2") end)
    expect(changes[1].value).to_be "Eve •••"
  end)

  it("keeps what was there before out of the changes", function()
    expect(app.screen.title).to_be "Login"
    local changes = app:changes(function() app:set("password", "set by a function") end)
    expect(changes[1]).to_match { path = "/password", old = "•••", value = "•••" }
  end)

  it("keeps numbers out of the changes", function()
    expect(app:changes(function() app:cell("PIN"):type("4711") end)).to_equal {
      { op = "replace", path = "/pin", old = "•••", value = "•••" },
    }
  end)

  it("keeps its text out of explanations", function()
    app:cell("Password"):type("hunter2")
    expect(app:why(app:cell("Password"), "textPath").value).to_be "•••"
    app:cell("Name"):type("Eve hunter2")
    expect(app:why(app:cell("Name"), "textPath").value).to_be "Eve •••"
    expect(app:why(app:cell("Scripted"), "getText").value).to_be "•••"
    for _, report in ipairs(app:why(app:cell("Scripted"))) do expect(report.value or "").not_to_contain("mother") end
  end)

  it("keeps its text out of the log and of messages", function()
    app:cell("Password"):type("hunter2")
    app:call "note"
    app:call "check"
    expect(told(app)).not_to_contain("hunter2")
    expect(told(app)).to_contain("the password is •••")
    expect(told(app)).to_contain("wrong password: •••")
  end)

  it("keeps a text that is refused out of the error", function()
    local ok, problem = pcall(function() app:cell("PIN"):type("secret pin") end)
    if not ok then expect(tostring(problem)).not_to_contain("secret pin") end
    expect(told(app)).not_to_contain("secret pin")
    ok, problem = pcall(function() app:cell("Password"):set(true) end)
    expect(told(app) .. tostring(problem) .. tostring(ok)).not_to_contain("secret pin")
  end)

  it("keeps the text of a control of the script", function()
    local changes = app:changes(function() app:cell("Scripted"):type("hunter2") end)
    expect(changes[1]).to_match { path = "/name", value = "•••" }
  end)

  it("keeps the password of an alert", function()
    app:tap "Ask"
    app.alert:type("hunter2", "Password")
    local changes = app:changes(function() app.alert:tap("OK") end)
    expect(told(app)).not_to_contain("hunter2")
    expect(told(app)).to_contain("unlocked with •••")
    for _, change in ipairs(changes) do expect(change.value).not_to_contain("hunter2") end
  end)
end)
