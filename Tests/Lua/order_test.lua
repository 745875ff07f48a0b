-- Prints what differs from process to process without a seed; tools/check-order.sh compares the runs.
local lines = require "order_lines"

local function run(options)
  options.endpoint = {}
  for _, key in ipairs { "p", "q", "r" } do
    options.endpoint["GET https://api.test/" .. key] = { body = key:upper(), latency = 1 }
  end
  local app = okit.launch("order_app.lua", options)
  app:tap("Lines"):tap("Items"):tap("Change"):tap("Data"):tap("Random")
  app:tap("Timers"):tap("Requests")
  app.clock:advance(3)
  local printed = { app:dump() }
  for _, change in ipairs(app:changes(function() app:tap("Change") end)) do
    printed[#printed + 1] = change.path .. " " .. tostring(change.value)
  end
  for index = 0, app:get("log.@count") - 1 do printed[#printed + 1] = app:get("log[" .. index .. "]") end
  return app, printed
end

describe("With a seed", function()
  it("orders and names are those of every process", function()
    for _, line in ipairs(lines()) do print(line) end
  end)

  it.each({ { 1 }, { 2 } })("an application with the seed %s does the same", function(seed)
    local app, printed = run { seed = seed }
    for _, line in ipairs(printed) do print(line) end
    app:background()
    app:relaunch()
    app:tap("Items"):tap("Random")
    print(app:dump())
  end)

  it("two launches in one process do the same", function()
    local _, first = run { seed = 1 }
    local _, second = run { seed = 1 }
    expect(second).to_equal(first)
  end)
end)
