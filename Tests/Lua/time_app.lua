-- The application of time_test.lua: what its buttons do is set by the test, in `okit.arguments[1]`.
local okit = require "okit"
local t = okit.types

local Diary = okit.Model:extend("Diary", {
  value = 0, log = t.list(t.string),
  slow = t.computed(function() okit.sleep(1) end),
})
local model = okit.Model.register(Diary)
local function log(text) model.log:add(tostring(text)) end

local cases = {}
function cases.cancel_in_callback()
  local timer
  timer = okit.every(1, function() log("tick"); timer:cancel(); timer:cancel(); log(timer.running) end)
end
function cases.first_completion_counts()
  local late
  log(okit.await(function(done) done(1); done(2) end))
  log(okit.await(function(done) late = done; okit.after(1, function() done(3); done(4) end) end))
  late(5)
  log("end")
end
function cases.completed_elsewhere()
  local done
  okit.after(1, function() coroutine.wrap(function() done("there") end)(); log("timer ends") end)
  log(okit.await(function(given) done = given end))
end
function cases.never_completed()
  okit.after(1, function() log("others go on") end)
  okit.await(function() end)
  log("never")
end
function cases.failing_starter()
  log(pcall(okit.await, function() error("no", 0) end))
  log(select(2, pcall(okit.await, function() error("no", 0) end)))
end
function cases.coroutines()
  local co = coroutine.wrap(function() okit.sleep(1); coroutine.yield("a"); okit.sleep(1); return "b" end)
  log(co())
  log(co())
end
function cases.protected_metamethods_and_close()
  local object = setmetatable({}, { __index = function() okit.sleep(1); return "slow" end })
  log(object.x)
  log(select(2, pcall(function() okit.sleep(1); error("after", 0) end)))
  do local _ <close> = setmetatable({}, { __close = function() okit.sleep(1); log("closed") end }) end
end
function cases.cannot_wait()
  local function try(what, fn)
    local _, problem = pcall(fn)
    log(what .. " " .. tostring(problem.code))
  end
  try("sort", function() table.sort({ 2, 1 }, function() okit.sleep(1) end) end)
  try("gsub", function() return ("x"):gsub("x", function() okit.sleep(1) end) end)
end
function cases.two_wait_for_one_answer()
  local alert = okit.alert { title = "Who?" }
  okit.after(0, function() log("second " .. alert:wait()) end)
  log("first " .. alert:wait())
  log("again " .. alert:wait())
end
function cases.dialog_without_its_screen()
  okit.present("other")
  local alert = okit.alert { title = "Still?" }
  okit.dismiss()
  log(alert:wait())
end
function cases.own_application()
  for _, name in ipairs { "tap", "back", "background", "terminate", "relaunch" } do
    local _, problem = pcall(function() return okit.app[name](okit.app, "Go") end)
    log(name .. " " .. tostring(problem.code))
  end
end
function cases.reenter()
  model.value = 1
  model:call("again()")
  model.value = model.value + 1
end
function cases.navigate_in_observer()
  model:observe("value", function() okit.navigate("other") end)
  model.value = 2
end
function cases.timer_that_fails_goes_on()
  okit.every(1, function() model.value = model.value + 1; if model.value == 1 then error("first") end log("ran") end)
end
function cases.endless()
  model.value = 1
  okit.every(1, function() log("never") end)
  model:observe("value", function() error("never") end)
  while true do end
end
function Diary:again() self.value = self.value + 10 end
function Diary:go() cases[okit.arguments[1]]() end
okit.Model.state(function() okit.Model.store(model) end)

okit.ModelDetailTableController:extend("home", {
  titlePath = "value",
  right = { okit.ModelBarButtonItem { title = "#Go", tap = "go()" } },
})
okit.ModelDetailTableController:extend("other", { titlePath = "#Other" })
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })
