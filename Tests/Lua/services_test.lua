local app, shop

local function launch(screen, options)
  options = options or {}
  options.arguments = { screen }
  app = okit.launch("services_app.lua", options)
  shop = app:model()
  return app
end

describe("History", function()
  it("leaves out what untracked writes", function()
    launch "form":call("tracked()")
    app:undo()
    expect(shop.account.title).to_be("")
    expect(shop.result).to_be("answer")
    app:redo()
    expect(shop.account.title).to_be("edited")
  end)

  it("undoes the last edit after an answer, not the answer", function()
    launch "form":call("plain()")
    shop.account.title = "typed"
    app:call("tracked()")
    app:undo()
    expect(shop.account.title).to_be("typed")
    app:undo()
    expect(shop.account.title).to_be("edited")
    expect(shop.result).to_be("answer")
  end)

  it("rolls back what fails, and returns results", function()
    launch "form":call("nested()")
    expect(shop.account.title).to_be("")
    expect(shop.result).to_be("returned")
    expect(shop.asked).to_be(2)
    app:call("transact()")
    expect(shop.account.title).to_be("")
    expect(shop.result).to_be("false")
    local _, name = app:undo()
    expect(name).to_be("Named")
  end)

  for _, name in ipairs { "transaction", "untracked" } do
    it("does not span a wait in " .. name, function()
      launch "form":call("wait_in_" .. name .. "()")
      expect(shop.result).to_match("^lua.wait: okit." .. name .. " does not span a wait")
    end)
  end
end)

describe("Errors of a service", function()
  it("are at fields until the next input there", function()
    launch "form"
    expect(app.screen.title).to_be("valid")
    app:tap "Send"
    expect(shop.result).to_be('{"base":"is full"}')
    expect(app.screen.title).to_be("invalid")
    expect(app.screen).to_match { sections = { { rows = {
      { control = { error = "is taken, is short" } }, { control = { error = "is no mail" } },
    } } } }
    app:cell "Title":type "Dune"
    expect(app.screen.title).to_be("invalid")
    app:cell "Mail":type "a@b"
    expect(app.screen.title).to_be("valid")
  end)

  it("stay when editing ends and when something is submitted, and go when they are set again", function()
    launch "form":tap "Send"
    app:cell "Mail":tap()
    app:cell "Title":tap()
    expect(app.screen.title).to_be("invalid")
    app:tap "Clear"
    expect(app.screen.title).to_be("valid")
  end)
end)

describe("A secret", function()
  local function changed(code)
    local texts = {}
    for _, patch in ipairs(app:changes(function() app:call(code) end)) do
      texts[#texts + 1] = ("%s %s %s"):format(patch.path, patch.old, patch.value)
    end
    return table.concat(texts, "; ")
  end

  it("is in no log, message, change and screen", function()
    launch "secrets"
    expect(changed "sign_in()").to_be("session>/token ••• •••; session>/user  ada")
    expect(app.log[1].message).to_be("signed in with •••")
    app:call("fail()")
    expect(app.diagnostics[1].message).to_match("cannot use •••")
    expect(changed "change(#tok-4711-second)").to_be("session>/token ••• •••")
    expect(app:model("session").token).to_be("tok-4711-second")
    expect(tostring(app.screen)).not_to_match("4711")
    expect(app.screen).to_match { sections = { { rows = { { text = "•••" }, { control = { secure = true } } } } } }
  end)

  for _, token in ipairs { "tok-4711-secret", 'a "b"\\c&d=é/+ f', "ümläut?", ("long-4711-"):rep(20) } do
    it("is in no form in the log, of " .. #token .. " bytes", function()
      launch "secrets"
      app:model("session").token = token
      app:call("encode()")
      for index = 1, #app.log - 1 do
        expect(app.log[index].message).to_contain("•••")
        for _, part in ipairs { "4711", "ml", "b%", "b\\", "NDcxM", "ab\"" } do
          expect(app.log[index].message).not_to_contain(part)
        end
      end
      expect(app.log[#app.log].message).to_be("plain")
    end)
  end

  it("is in no dialog", function()
    launch "list":call("sign_in()")
    app:call("ask()")
    expect(app.alert).to_match {
      title = "For •••", message = "•••", fields = { { text = "•••" } }, actions = { { title = "Use •••" } },
    }
    expect(app:dump()).not_to_contain("4711")
    app.alert:tap("Use •••")
    app:call("choose()")
    expect(app.sheet).to_match { title = "•••", message = "•••", actions = { { title = "Copy •••" } } }
    expect(app:dump()).not_to_contain("4711")
    app.sheet:tap("Copy •••")
  end)

  it("is in no part of a screen", function()
    launch "shown":call("sign_in()")
    expect(app:dump()).not_to_contain("4711")
    local screen = app.screen
    expect({ screen.title, screen.subtitle, screen.prompt, screen.right[2].title }).to_equal {
      "•••", "for •••", "•••", "•••",
    }
    expect(screen.sections[1]).to_match {
      header = "•••", footer = "•••", rows = {
        { detail = "•••", button = { title = "•••" } }, { control = { placeholder = "•••" } },
        { control = { options = { "•••", "b" } } },
      },
    }
  end)

  it("reaches the server, and is masked where requests are printed", function()
    local sent = {}
    launch("list", { endpoint = { ["POST /users"] = function(request)
      sent[#sent + 1] = request
      return {}
    end } }):call("sign_in()")
    app:call("send()")
    expect(sent[1].json.user).to_equal { token = "tok-of-another", name = "tok-4711-secret" }
    expect(sent[1].query).to_equal { token = "tok-of-another", hint = "tok-4711-secret" }
    expect(sent[1].path).to_be("/api/users")
    expect(app.requests[1].json.user).to_equal { token = "•••", name = "•••" }
    expect(app.requests[1].query).to_equal { token = "•••", hint = "•••" }
    expect(app.requests[2].body).to_be("name=•••&token=•••")
    for _, request in ipairs(app.requests) do
      for name, value in pairs(request) do
        if type(value) == "string" then expect(name .. value).not_to_contain("4711") end
        if type(value) == "string" then expect(name .. value).not_to_contain("another") end
      end
    end
  end)
end)

describe("A list", function()
  local no_more = { ["GET https://shop.example/api/items?after=1"] = { body = "[]" } }

  it("searches elsewhere after some rest, with activity until the answer", function()
    launch("list", { fixture = { items = { { id = 1, name = "Apple" } } }, endpoint = no_more })
    app:search "d":search "du"
    app.clock:advance(0.9)
    expect(shop.searched[1]).to_be(nil)
    app.clock:advance(0.2)
    expect(shop.searched:map(tostring)).to_equal { "du" }
    expect(app.screen.activity).to_be(true)
    expect(app.screen.sections[1].rows[1].text).to_be("Apple")
    app.clock:advance(2)
    expect(app.screen.activity).to_be(false)
    expect(app.screen.sections[1].rows[1].text).to_be("answer of du")
  end)

  it("asks for more when the last row is shown, once for each length", function()
    local asked = {}
    local endpoint = {}
    for _, count in ipairs { 2, 4, 5 } do
      endpoint["GET https://shop.example/api/items?after=" .. count] = function()
        asked[#asked + 1] = count
        local rows = okit.json.array {}
        for id = count + 1, math.min(count + 2, 5) do rows[#rows + 1] = { id = id, name = "item " .. id } end
        return { body = okit.json.encode(rows) }
      end
    end
    launch("list", { endpoint = endpoint, fixture = { items = { { id = 1, name = "a" }, { id = 2, name = "b" } } } })
    app.clock:advance(1)
    expect(asked).to_equal { 2, 4, 5 }
    expect(#shop.items).to_be(5)
    shop.items[1].name = "changed"
    app.clock:advance(1)
    expect(shop.ends).to_be(3)
  end)

  it("is refreshed by a function that waits", function()
    launch("list", { endpoint = no_more }):refresh()
    expect(app.screen.activity).to_be(true)
    app.clock:advance(3)
    expect(app.screen.activity).to_be(false)
    expect(shop.items[1].name).to_be("fresh")
  end)

  it("asks for its data once, however long that takes", function()
    launch("asking", { endpoint = { ["GET /items"] = { body = { { id = 1, name = "a" } }, latency = 1 } } })
    app.clock:advance(5)
    app.clock:advance(5)
    expect(app.requests).to_have_count(1)
    expect(app:row("a").text).to_be("a")
  end)

  it("waits for its data", function()
    launch("fetched", { fixture = { items = { { id = 1, name = "a" }, { id = 2, name = "bb" } } } })
    expect(app.screen.activity).to_be(true)
    app.clock:advance(2)
    expect(app.screen.activity).to_be(false)
    expect(#app.screen.sections[1].rows).to_be(2)
    shop.asked = 1
    expect(app.screen.activity).to_be(true)
    expect(#app.screen.sections[1].rows).to_be(2)
    app.clock:advance(2)
    expect(#app.screen.sections[1].rows).to_be(1)
  end)
end)

it("warns of a secret that is stored in an open model", function()
  local secret = okit.launch("secret_app.lua")
  expect(secret.diagnostics[1]).to_match { code = "model.secret", severity = "warning" }
end)
