describe("A mutation", function()
  local app, blog, service
  local function use()
    blog, service = app:model(), app:model("service")
  end
  local function launch(kind, options)
    options = options or {}
    options.arguments = { kind }
    app = okit.launch("mutations_app.lua", options)
    use()
  end
  local function article() return blog.articles[1].id == "a" and blog.articles[1] or blog.articles[2] end
  local function wait(seconds) app.clock:advance(seconds or 1) end
  local function relaunch(setup)
    app:terminate()
    app:relaunch()
    use()
    if setup then setup() end
  end

  it("is applied at once, sent, answered, and leaves the outbox", function()
    launch()
    blog:perform("Favorite", "first")
    expect(article().favorited).to_be(true)
    expect(service.sent).to_equal { "Favorite first" }
    expect(blog:count()).to_be(1)
    wait()
    expect(blog:count()).to_be(0)
    expect(article().labels.first).to_be(1)
    expect(article().count).to_be(1)
  end)

  it("is sent after the one before it, and beside those of other queues", function()
    launch()
    blog:perform("Favorite", "1")
    blog:perform("Favorite", "2")
    blog:perform("Side", "3")
    blog:perform("Side", "4")
    expect(service.sent).to_equal { "Favorite 1", "Side 3" }
    wait()
    expect(service.sent).to_equal { "Favorite 1", "Side 3", "Favorite 2", "Side 4" }
    wait()
    expect(blog:count()).to_be(0)
    expect(article().count).to_be(202)
  end)

  it("is taken back when it is refused, and later ones are applied again", function()
    launch()
    service.status["1"] = 422
    blog:perform("Favorite", "1")
    blog:perform("Favorite", "2")
    blog:perform("Rename", "3")
    expect(article().count).to_be(2)
    wait()
    expect(article().count).to_be(1)
    expect(article().favorited).to_be(true)
    expect(article().title).to_be("A3")
    expect(blog.told).to_be("1: status 422; ")
    wait()
    wait()
    expect(blog:count()).to_be(0)
    expect(article().count).to_be(1)
    expect(article().title).to_be("A3")
  end)

  -- Each case: what is done, with "!" before the text of a mutation that is refused, and what the article has then.
  local cases = {
    { name = "keeps a later write of the same property",
      steps = { { "Retitle", "!X" }, function(a) a.title = "mine" end }, title = "mine" },
    { name = "keeps a write between it and a later mutation",
      steps = { { "Retitle", "!X" }, function(a) a.title = "mine" end, { "Rename", "+" } }, title = "mine+" },
    { name = "keeps a write after a later mutation of the same property",
      steps = { { "Retitle", "!X" }, { "Rename", "+" }, function(a) a.title = "mine" end }, title = "mine" },
    { name = "keeps writes around all of them",
      steps = { function(a) a.title = "0" end, { "Rename", "!1" }, { "Rename", "2" },
                function(a) a.title = a.title .. "3" end, { "Rename", "4" } }, title = "01234" },
    { name = "keeps a write of another property", steps = { { "Retitle", "!X" }, function(a) a.count = 5 end },
      title = "A", count = 5 },
    { name = "removes what it has added", steps = { { "Add", "!X" }, { "Add", "Y" }, { "Favorite", "f" } },
      comments = { "Y" }, count = 1 },
    { name = "keeps what others have added around it",
      steps = { function(a) a.comments:add { text = "0" } end, { "Add", "!X" },
                function(a) a.comments:add { text = "1" } end },
      comments = { "0", "1" } },
    { name = "restores what it has removed",
      steps = { function(a) a.comments:add { text = "0" } a.comments:add { text = "1" } end, { "Clear", "!X" },
                { "Add", "Y" } },
      comments = { "0", "1", "Y" } },
    { name = "removes its values from lists",
      steps = { { "Tag", "!X" }, { "Tag", "Y" }, function(a) a.tags:add "Z" end },
      tags = { "Y", "Z" } },
    { name = "takes several back",
      steps = { { "Rename", "!1" }, { "Rename", "2" }, { "Rename", "!3" }, { "Rename", "4" } },
      title = "A24" },
    { name = "forgets an edit that was taken back", title = "A",
      steps = { { "Retitle", "!X" }, function(a) a.title = "mine" end, "undo" } },
  }
  for _, when in ipairs { "in the same process", "after a relaunch" } do
    for _, case in ipairs(cases) do
      it(case.name .. " " .. when, function()
        launch()
        service.status.Failing = 0
        service.latency = 10
        for _, step in ipairs(case.steps) do
          if step == "undo" then
            app:undo()
          elseif type(step) == "function" then
            app:transaction(function() step(article()) end)
          else
            if step[2]:sub(1, 1) == "!" then service.status[step[2]] = 422 end
            blog:perform(step[1], step[2])
          end
        end
        local status = {}
        for key, value in pairs(service.status) do status[key] = value end
        if when == "after a relaunch" then
          app:background()
          relaunch(function() for key, value in pairs(status) do service.status[key] = value end end)
        end
        wait(100)
        expect(blog:count()).to_be(0)
        if case.title then expect((article().title:gsub("!", ""))).to_be(case.title) end
        if case.count then expect(article().count).to_be(case.count) end
        if case.tags then expect(article().tags).to_equal(case.tags) end
        if case.comments then
          local texts = {}
          for index, comment in ipairs(article().comments) do texts[index] = comment.text end
          expect(texts).to_equal(case.comments)
        end
      end)
    end
  end

  for _, when in ipairs { "in the same process", "after a relaunch" } do
    it("is taken back below one of another queue that was accepted " .. when, function()
      launch()
      service.status.Side = 422
      service.status.slow = 0
      blog:perform("Side", "slow")
      blog:perform("Favorite", "f")
      wait()
      expect(app:get("okit-outbox>pending[0]/text")).to_be("slow")
      expect(article().count).to_be(101)
      expect(article().labels.f).to_be(1)
      if when == "after a relaunch" then relaunch(function() service.status.Side = 422 end) end
      service.status.slow = 422
      blog:retry()
      wait()
      expect(blog:count()).to_be(0)
      expect(article().count).to_be(1)
      expect(article().labels.f).to_be(1)
      expect(app:get("okit-outbox>accepted/@count")).to_be(0)
    end)
  end

  -- Random changes and answers: in the end, the articles are as if the refused mutations had never been performed.
  it("leaves no trace when it is refused, whatever is around it", function()
    for seed = 1, 25 do
      local function run(isReference)
        launch()
        local state = seed
        local function random(limit)
          state = (state * 1103515245 + 12345) % 2147483648
          return state // 65536 % limit + 1
        end
        local refused = {}
        for step = 1, 14 do
          local kind, text, isRefused, seconds = random(12), tostring(step), random(3) == 1, random(3) - 1
          local restarts = random(8) == 1
          local class = ({ "Retitle", "Rename", "Favorite", "Add", "Tag", "Clear", "Move" })[kind]
          if class and isRefused then
            refused[text] = 422
            service.status[text] = 422
          end
          if class then
            if not (isReference and isRefused) then blog:perform(class, text) end
          else
            app:transaction(function()
              if kind == 8 then article().title = "w" .. text end
              if kind == 9 then article().count = step * 1000 end
              if kind == 10 then article().comments:add { text = "w" .. text } end
              if kind == 11 then article().tags:add("w" .. text) end
              if kind == 12 then article().favorited = false end
            end)
          end
          if restarts and not isReference then
            app:background()
            relaunch(function() for key, value in pairs(refused) do service.status[key] = value end end)
          end
          wait(seconds * 0.4)
        end
        wait(1000)
        expect(blog:count()).to_be(0)
        local a, result = article(), {}
        for _, comment in ipairs(a.comments) do result[#result + 1] = comment.text .. "=" .. comment.votes end
        for _, tag in ipairs(a.tags) do result[#result + 1] = tag end
        return ("%s %d %s %s %s"):format(a.title, a.count, a.favorited, table.concat(result, " "), blog.articles[1].id)
      end
      expect("seed " .. seed .. ": " .. run(false)).to_be("seed " .. seed .. ": " .. run(true))
    end
  end)

  it("keeps entities that are rebuilt, and what was written to them", function()
    launch()
    service.status["!1"] = 422
    blog:perform("Favorite", "!1")
    blog:perform("Add", "2")
    local comment = article().comments[1]
    blog:perform("Vote", "3", comment)
    expect(comment.votes).to_be(11)
    comment.text = "edited"
    app:tap("Comment")
    expect(app.screen.title).to_be("edited")
    wait()
    expect(article().comments[1]).to_be(comment)
    expect(comment.votes).to_be(10)
    expect(app.screen.title).to_be("edited")
    wait(2)
    expect(blog:count()).to_be(0)
  end)

  it("waits while there is no connection, longer each time, by the seed", function()
    launch()
    service.latency = 0
    service.status.Favorite = 0
    blog:perform("Favorite", "1")
    expect(service.sent).to_have_count(1)
    wait(1)
    expect(service.sent).to_have_count(2)
    wait(1000)
    local attempts = #service.sent
    expect(attempts > 8 and attempts < 20).to_be(true)
    expect(okit and blog:count()).to_be(1)
    app:tap("Outbox")
    expect(app:rows()).to_equal { "1" }
    service.status.Favorite = 200
    blog:retry()
    expect(blog:count()).to_be(0)
    expect(app:rows()).to_equal {}
  end)

  for _, case in ipairs { { 500, 1 }, { 503, 1 }, { 429, 1 }, { 408, 1 }, { 400, 0 }, { 404, 0 }, { 422, 0 } } do
    it("is kept or taken back for the status " .. case[1], function()
      launch()
      service.latency = 0
      service.status.Favorite = case[1]
      blog:perform("Favorite", "1")
      expect(blog:count()).to_be(case[2])
      expect(article().favorited).to_be(case[2] == 1)
    end)
  end

  for _, kind in ipairs { "Model", "ModelEncrypted", "ModelSQLite", "ModelHttp", "ModelEncryptedHttp" } do
    it("is sent with the same key after a kill: " .. kind, function()
      local remote = okit.endpoint_store {}
      launch(kind, kind:find "Http" and { endpoint = remote } or {})
      blog:perform("Favorite", "1")
      blog:perform("Rename", "2")
      local key = app:get("okit-outbox>pending[0]/id")
      relaunch()
      expect(article().favorited).to_be(true)
      expect(article().title).to_be("A2")
      expect(app:get("okit-outbox>pending[0]/id")).to_be(key)
      expect(service.sent).to_equal { "Favorite 1" }
      wait()
      relaunch()
      expect(article().labels["1"]).to_be(1)
      expect(service.sent).to_equal { "Rename 2" }
      wait()
      relaunch()
      expect(blog:count()).to_be(0)
      expect(service.sent).to_equal {}
      expect(article().count).to_be(1)
    end)
  end

  for _, kind in ipairs { "Model", "ModelEncrypted", "ModelSQLite", "ModelHttp", "ModelEncryptedHttp" } do
    it("is taken back after kills, also with others of its turn: " .. kind, function()
      launch(kind, kind:find "Http" and { endpoint = okit.endpoint_store {} } or {})
      service.latency = 10
      app:transaction(function()
        for _, text in ipairs { "1", "!2", "3", "4" } do blog:perform("Side", text) end
      end)
      for _ = 1, 3 do relaunch(function() service.latency = 10 end) end
      service.status["!2"] = 422
      wait(100)
      expect(blog:count()).to_be(0)
      expect(blog.told).to_match("^!2")
      expect(article().count).to_be(300)
      relaunch()
      expect(article().count).to_be(300)
    end)
  end

  it("is taken back although a kill has lost what was stored after the outbox", function()
    launch "storage"
    service.latency = 10
    for _, text in ipairs { "!1", "2", "!3", "4" } do blog:perform("Side", text) end
    service.status["!1"] = 422
    service.status["2"] = 0
    blog.draft = "full"
    wait(10)
    expect(article().count).to_be(300)
    relaunch()
    blog.draft = ""
    expect(app.diagnostics[1].message).to_match "the disk is full"
    expect(article().count).to_be(300)
    service.latency = 1
    service.status["!3"] = 422
    wait(100)
    expect(blog:count()).to_be(0)
    expect(article().count).to_be(200)
  end)

  it("ends with a process that stores nothing", function()
    launch "ModelTransient"
    blog:perform("Favorite", "1")
    relaunch()
    expect(blog:count()).to_be(0)
  end)

  it("is no step of the history", function()
    launch()
    app:set("draft", "edited")
    blog:perform("Favorite", "1")
    wait()
    expect(article().labels["1"]).to_be(1)
    app:undo()
    expect(blog.draft).to_be("")
    expect(article().labels["1"]).to_be(1)
    expect(article().favorited).to_be(true)
    expect(function() app:undo() end).to_fail("nothing to undo")
    app:redo()
    expect(blog.draft).to_be("edited")
  end)

  it("leaves the other changes of its turn to the history", function()
    launch()
    blog:both("text")
    app:undo()
    expect(blog.draft).to_be("")
    expect(article().favorited).to_be(true)
    expect(blog:count()).to_be(1)
    wait()
    expect(blog:count()).to_be(0)
  end)

  it("is discarded", function()
    launch()
    blog:perform("Rename", "1")
    blog:perform("Rename", "2")
    blog:discard(1)
    expect(article().title).to_be("A2")
    expect(service.sent).to_equal { "Rename 1", "Rename 2" }
    wait(3)
    expect(article().title).to_be("A2")
    expect(blog:count()).to_be(0)
    expect(blog.told).to_be("")
  end)

  for name, remove in pairs {
    ["the row of a list"] = function()
      app:tap("Outbox")
      app:row("1"):delete()
      app:tap("Yes")
    end,
    ["the row with its turn"] = function() app:transaction(function() blog:remove() end) end,
    remove = function() blog:remove() end,
  } do
    it("is discarded by removing it: " .. name, function()
      launch()
      blog:perform("Rename", "1")
      blog:perform("Rename", "2")
      remove()
      expect(article().title).to_be("A2")
      expect(blog:count()).to_be(1)
      expect(function() app:undo() end).to_fail("nothing to undo")
      relaunch()
      expect(article().title).to_be("A2")
      expect(service.sent).to_equal { "Rename 2" }
      wait(3)
      expect(blog:count()).to_be(0)
      expect(blog.told).to_be("")
    end)
  end

  for name, change in pairs {
    add = function() app:tap("Add") end,
    move = function() app:tap("Edit"):row("1"):move(2) end,
  } do
    it("cannot be changed in a list: " .. name, function()
      launch()
      blog:perform("Rename", "1")
      blog:perform("Rename", "2")
      app:tap("Outbox")
      local _, problem = pcall(change)
      expect((problem or app.diagnostics[1]).code).to_be("mutation.outbox")
      expect(app:rows()).to_equal { "1", "2" }
      expect(article().title).to_be("A12")
    end)
  end

  it("is discarded with all others", function()
    launch()
    for number = 1, 3 do blog:perform("Rename", tostring(number)) end
    blog:perform("Side", "4")
    blog:clear()
    expect(blog:count()).to_be(0)
    expect(article().title).to_be("A")
    expect(article().count).to_be(0)
    wait(10)
    expect(service.sent).to_equal { "Rename 1", "Side 4" }
    blog:perform("Rename", "5")
    expect(service.sent[3]).to_be("Rename 5")
  end)

  it("stays when its removal is rolled back, and is sent once", function()
    launch()
    blog:perform("Rename", "1")
    expect(function()
      app:transaction(function()
        blog:remove()
        error "no"
      end)
    end).to_fail("no")
    expect(article().title).to_be("A1")
    expect(blog:count()).to_be(1)
    wait(3)
    expect(blog:count()).to_be(0)
    expect(service.sent).to_equal { "Rename 1" }
  end)

  for _, name in ipairs {
    "add", "insert", "move", "set", "assign", "merge", "merge that removes", "accepted", "clear accepted",
  } do
    it("is in a list that nothing else changes: " .. name, function()
      launch()
      blog:perform("Rename", "1")
      blog:perform("Rename", "2")
      local ok, problem = pcall(function() blog:change(name) end)
      expect(ok).to_be(false)
      expect(problem.code).to_be("mutation.outbox")
      expect(blog:count()).to_be(2)
      wait(3)
      expect(service.sent).to_equal { "Rename 1", "Rename 2" }
      expect(article().title).to_be("A12")
    end)
  end

  -- Each case: where a mutation takes itself back, what it is told, the count of the article, and whether it is sent.
  for where, case in pairs {
    apply = { "apply: mutation.nested; ", 10, 1 }, send = { "send: ok; ", 0, 1 },
    done = { "done: mutation.gone; ", 10, 1 }, refused = { "!: status 422; refused: mutation.gone; ", 0, 1, "!" },
  } do
    it("can be taken back in its function " .. where .. ", or says why not", function()
      launch()
      service.status["!"] = 422
      blog:perform("Discarding", case[4] or "1", nil, where, false)
      blog:perform("Rename", "2")
      wait(5)
      expect(blog.told).to_be(case[1])
      expect(article().count).to_be(case[2])
      expect(article().title).to_be("A2")
      expect(blog:count()).to_be(0)
      expect(service.sent[#service.sent]).to_be("Rename 2")
      expect(app.diagnostics).to_equal {}
    end)
  end

  for _, where in ipairs { "send", "done", "refused" } do
    it("takes another one back in its function " .. where, function()
      launch()
      service.status["!"] = 422
      service.status.slow = 0
      blog:perform("Rename", "slow")
      blog:perform("Hasty", where == "refused" and "!" or "1", nil, where, true)
      wait(5)
      expect(article().title).to_be("A")
      expect(article().count).to_be(where == "refused" and 0 or 10)
      expect(article().labels.done).to_be(where ~= "refused" and 1 or nil)
      expect(blog.told).to_match(where .. ": ok; $")
      expect(blog:count()).to_be(0)
      relaunch()
      expect(article().title).to_be("A")
      expect(service.sent).to_equal {}
    end)
  end

  it("is rolled back with its turn", function()
    launch()
    expect(function() blog:failing() end).to_fail("no")
    expect(blog:count()).to_be(0)
    expect(article().favorited).to_be(false)
    wait(10)
    expect(service.sent).to_equal {}
    expect(function() blog:perform("Wrong", "1") end).to_fail("cannot apply")
    expect(article().title).to_be("A")
    expect(blog:count()).to_be(0)
  end)

  it("is accepted although its function done fails", function()
    launch()
    blog:perform("Doubtful", "1")
    wait()
    expect(blog:count()).to_be(0)
    expect(article().title).to_be("A")
    expect(app.diagnostics[1].message).to_contain("done fails")
    relaunch()
    expect(service.sent).to_equal {}
  end)

  -- Each case: what send raises, whether the mutation is refused, and whether the error is reported.
  for text, case in pairs {
    text = { true, "a mistake" }, code = { true, "mine" }, status = { true, "fine" }, url = { true, "wrong" },
    name = { true, "table" }, gone = { true, "index" }, permission = { false, "not allowed" }, disk = { false, "full" },
  } do
    it("does not hold up its queue for ever when send fails: " .. text, function()
      launch()
      blog:perform("Failing", text)
      blog:perform("Rename", "2")
      expect(app.diagnostics[1].code).to_be("mutation.failed")
      expect(app.diagnostics[1].message).to_match(case[2])
      expect(blog:count()).to_be(case[1] and 1 or 2)
      expect(article().count).to_be(case[1] and 0 or 7)
      expect(blog.told ~= "").to_be(case[1])
      expect(service.sent).to_equal(case[1] and { text, "Rename 2" } or { text })
      if not case[1] then blog:discard(1) end
      wait()
      expect(blog:count()).to_be(0)
      expect(article().title).to_be("A2")
    end)
  end

  it("is refused when what it refers to has gone", function()
    launch("Model", { endpoint = { ["POST https://blog.test/*"] = {} } })
    app:offline(true)
    blog:perform("Fetched", "1")
    blog:perform("Mention", "2", article().comments:add { text = "c" })
    blog:perform("Favorite", "3")
    expect(article().title).to_be("Ac")
    app:transaction(function() article().comments:clear() end)
    app:offline(false)
    wait(1000)
    expect(blog:count()).to_be(0)
    expect(article().title).to_be("{}")
    expect(article().count).to_be(1)
    expect(app.diagnostics[1].code).to_be("mutation.failed")
    expect(blog.told).to_match("^2: .*attempt to index a nil value")
  end)

  it("explains what it cannot do", function()
    launch()
    local ok, problem = pcall(function() blog:twice() end)
    expect(ok).to_be(false)
    expect(problem.code).to_be("mutation.performed")
    ok, problem = pcall(function() blog:unsendable() end)
    expect(ok).to_be(false)
    expect(problem.code).to_be("mutation.send")
  end)

  it("is sent by okit.fetch", function()
    local answers, keys = { { fail = "unreachable" }, { status = 503 }, { status = 200, body = "answered" } }, {}
    launch("Model", { endpoint = {
      ["POST https://blog.test/1"] = function(request)
        keys[#keys + 1] = request.headers["idempotency-key"]
        return table.remove(answers, 1)
      end,
      ["POST https://blog.test/2"] = { status = 422 },
    } })
    blog:perform("Fetched", "1")
    blog:perform("Fetched", "2")
    wait(10)
    expect(keys).to_have_count(3)
    expect(keys[3]).to_be(keys[1])
    expect(article().title).to_be("answered")
    expect(article().favorited).to_be(true)
    expect(blog.told).to_be("2: the server answered with status 422; ")
    expect(blog:count()).to_be(0)
  end)

  -- Each case: a status, and whether the mutation is refused, waits, or was sent.
  for _, class in ipairs { "Fetched", "Asked" } do
    for status, case in pairs {
      [200] = "sent", [204] = "sent", [301] = "refused", [302] = "refused", [303] = "refused", [307] = "refused",
      [308] = "refused", [404] = "refused", [429] = "waits", [500] = "waits", [503] = "waits",
    } do
      it(class .. " is " .. case .. " for the response " .. status, function()
        local headers = status < 400 and status >= 300 and { Location = "https://blog.test/2" } or nil
        launch("Model", { endpoint = { ["POST https://blog.test/1"] = { status = status, headers = headers } } })
        blog:perform(class, "1")
        expect(blog:count()).to_be(case == "waits" and 1 or 0)
        expect(article().favorited).to_be(case ~= "refused")
        expect(blog.told ~= "").to_be(case == "refused")
      end)
    end
  end

  -- Each case: the header, the seconds until the next attempt, and the seconds after a success of another request.
  for text, seconds in pairs { ["20"] = 20, ["Wed, 01 Jan 2020 00:00:30 GMT"] = 30, soon = 1, ["-5"] = 1, nan = 1 } do
    it("is sent again when the service wants it: " .. text, function()
      for _, status in ipairs { 429, 503 } do
        local count = 0
        launch("Model", { now = "2020-01-01T00:00:00Z", endpoint = {
          ["POST https://blog.test/1"] = function()
            count = count + 1
            return count == 1 and { status = status, headers = { ["Retry-After"] = text } } or { status = 200 }
          end,
          ["POST https://blog.test/2"] = {},
        } })
        blog:perform(status == 429 and "Fetched" or "Asked", "1")
        if seconds > 1 then
          wait(seconds - 1)
          expect(count).to_be(1)
        end
        wait(1.1)
        expect(count).to_be(2)
        expect(blog:count()).to_be(0)
      end
    end)
  end
end)

describe("A program", function()
  local function run(count, endpoint)
    return okit.launch("mutations_program.lua", { arguments = { tostring(count) }, endpoint = endpoint })
  end

  it("ends when its mutations are sent", function()
    local app = run(7, { ["POST https://steps.test/*"] = {} })
    expect(app.exitCode).to_be(0)
    expect(app.diagnostics).to_equal {}
    expect(app.requests).to_have_count(7)
  end)

  it("keeps those that cannot be sent, and says so", function()
    local app = run(5, { ["POST https://steps.test/*"] = { status = 503 } })
    expect(app.exitCode).to_be(0)
    expect(app.requests).to_have_count(2)
    expect(app.diagnostics[1]).to_match { code = "mutation.pending", severity = "warning" }
    expect(app.diagnostics[1].message).to_be("5 mutations were not sent and stay in the outbox")
    app:endpoint { ["POST https://steps.test/*"] = {} }
    app:relaunch()
    expect(app.requests).to_have_count(12)
    expect(app.output).to_be("10\t10\n")
    expect(app:get("okit-outbox>pending/@count")).to_be(0)
    expect(app:get("sent")).to_be(10)
  end)
end)
