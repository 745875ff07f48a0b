-- The client with answers as the service gives them; `make articles` shows it with a server.

local function article(slug, fields)
  local answer = {
    slug = slug, title = slug:gsub("^%l", string.upper), description = "", body = "Text", tagList = { "lua" },
    createdAt = "2026-01-31T12:00:00Z", favorited = false, favoritesCount = 1,
    author = { username = "grace", following = false },
  }
  for name, value in pairs(fields or {}) do answer[name] = value end
  return answer
end

local function launch(answers, options)
  local endpoint = {
    ["GET /articles"] = { articles = { article "dune", article "emma" }, articlesCount = 2 },
    ["GET /articles/:slug"] = function(request) return { article = article(request.parameters.slug) } end,
    ["GET /articles/:slug/comments"] = { comments = { { id = 1, body = "Fine", author = { username = "ada" } } } },
    ["POST /users/login"] = { user = { username = "ada", email = "ada@example.org", token = "t0ken" } },
  }
  for key, answer in pairs(answers or {}) do endpoint[key] = answer end
  options = options or {}
  options.endpoint = endpoint
  local app = okit.launch("app.lua", options)
  app.clock:advance(0)
  return app
end

local function signIn(app)
  app:tap("Account"):row("Sign in"):tap()
  app:cell("Email"):type("ada@example.org")
  app:cell("Password"):type("secret")
  app:tap("Sign in"):close()
end

describe("reading", function()
  it("shows the articles and loads more at their end", function()
    local page = {}
    for i = 1, 20 do page[i] = article("a" .. i) end
    local app = launch {
      ["GET /articles"] = function(request)
        if request.query.offset == "20" then return { articles = { article "last" }, articlesCount = 21 } end
        return { articles = page, articlesCount = 21 }
      end,
    }
    expect(app.screen.subtitle).to_be("21 articles total")
    expect(app:row("Last").text).to_be("Last")
  end)

  it("opens an article with its comments", function()
    local app = launch()
    app:row("Dune"):tap()
    expect(app.screen.title).to_be("Dune")
    app:row("Comments"):tap()
    expect(app:row("Fine").detail).to_be("ada")
  end)

  it("asks for a tag when nothing was typed for a moment", function()
    local tags = {}
    local app = launch {
      ["GET /articles"] = function(request)
        tags[#tags + 1] = request.query.tag
        return { articles = { article "dune" }, articlesCount = 1 }
      end,
    }
    app:search("lu"):search("lua")
    app.clock:advance(1)
    expect(tags).to_equal { "lua" }
  end)

  it("keeps what was read last while the service cannot be reached", function()
    local app = launch()
    app:terminate()
    app:relaunch()
    app:offline(true)
    app:refresh()
    app.clock:advance(10) -- The client tries three times more.
    expect(app.alert.title).to_be("The service does not help")
    app.alert:tap("OK")
    expect(app:row("Dune").text).to_be("Dune")
  end)
end)

describe("changes", function()
  local function favorites(answers)
    local sent = {}
    answers = answers or {}
    answers["POST /articles/dune/favorite"] = answers["POST /articles/dune/favorite"] or function(request)
      sent[#sent + 1] = request.headers.authorization
      return { article = article("dune", { favorited = true, favoritesCount = 5 }) }
    end
    return launch(answers), sent
  end

  it("are shown at once, and sent with the token", function()
    local app, sent = favorites()
    signIn(app)
    app:row("Dune"):accessory()
    expect(sent).to_equal { "Token t0ken" }
    expect(app:row("Dune").button.title).to_be("♥ 5")
  end)

  it("wait in the outbox while the service cannot be reached, also over a restart", function()
    local app, sent = favorites()
    signIn(app)
    app:offline(true)
    app:row("Dune"):accessory()
    expect(app:row("Dune").button.title).to_be("♥ 2")
    app:tap("Unsent")
    expect(app.screen.sections[1].rows).to_have_count(1)
    app:terminate()
    app:offline(false)
    app:relaunch()
    expect(sent).to_equal { "Token t0ken" }
    expect(app:row("Dune").button.title).to_be("♥ 5")
  end)

  it("are taken back when the service refuses them", function()
    local app = favorites { ["POST /articles/dune/favorite"] = { status = 422, body = {} } }
    signIn(app)
    app:row("Dune"):accessory()
    expect(app.alert.title).to_be("Not saved")
    app.alert:tap("OK")
    expect(app:row("Dune").button.title).to_be("♡ 1")
  end)

  it("of comments keep their rows when the service has numbered them", function()
    local app = launch {
      ["POST /articles/dune/comments"] = { comment = { id = 7, body = "So do I", author = { username = "ada" } } },
    }
    signIn(app)
    app:row("Dune"):tap():row("Comments"):tap()
    app:cell("Comment"):type("So do I"):doneKey()
    expect(app:row("So do I").detail).to_be("ada")
  end)
end)

describe("accounts", function()
  it("are asked for when the service wants them", function()
    local app = launch { ["POST /articles/dune/favorite"] = { status = 401, body = {} } }
    app:row("Dune"):accessory()
    expect(app.screen.name).to_be("login")
  end)

  it("say that a password is wrong", function()
    local app = launch { ["POST /users/login"] = { status = 401, body = {} } }
    app:tap("Account"):row("Sign in"):tap():tap("Sign in")
    expect(app.alert.message).to_match("status 401")
    app.alert:tap("OK"):back()
    expect(app.screen.name).to_be("account")
  end)

  it("are entered although the screen was closed meanwhile, and not twice", function()
    local answer = { user = { username = "ada", token = "t0ken" } }
    local app = launch { ["POST /users/login"] = { latency = 5, body = answer } }
    app:tap("Account"):row("Sign in"):tap()
    app:tap("Sign in"):tap("Sign in"):back()
    app.clock:advance(5)
    expect(app:get("session>token")).to_be("t0ken")
    expect(app.diagnostics).to_equal {}
  end)

  it("show the errors of the service at their fields", function()
    local app = launch { ["POST /users"] = { status = 422, body = { errors = { username = { "is taken" } } } } }
    app:tap("Account"):row("Sign in"):tap():tap("Sign up")
    expect(app:cell("Name (new account)").control.error).to_be("is taken")
  end)

  it("leave no token in a file", function()
    local app = launch()
    signIn(app)
    app:background()
    expect(app:get("session>token")).to_be("t0ken")
    expect(app:dump():find("t0ken", 1, true)).to_be(nil)
  end)
end)

describe("writing", function()
  it("publishes an article", function()
    local sent
    local app = launch {
      ["POST /articles"] = function(request)
        sent = request.json.article
        return { article = article "new" }
      end,
    }
    signIn(app)
    app:tap("Write")
    app:cell("Title"):type("New")
    app:cell("Tags"):type("lua, swift")
    app:tap("Publish")
    expect(sent).to_match { title = "New", tagList = { "lua", "swift" } }
    expect(app.screen.name).to_be("articles")
  end)
end)
