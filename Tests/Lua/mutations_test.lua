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

  it("stays in the outbox when its function send fails", function()
    launch()
    blog:perform("Failing", "1")
    expect(app.diagnostics[1].code).to_be("mutation.failed")
    expect(blog:count()).to_be(1)
    blog:discard(1)
    expect(article().count).to_be(0)
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
    expect(blog.told).to_be("2: refused; ")
    expect(blog:count()).to_be(0)
  end)
end)
