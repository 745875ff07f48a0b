-- A program that performs as many mutations as its first argument says, in two queues.
local okit = require "okit"
local Counter = okit.Model:extend("Counter", { applied = 0, sent = 0 })
local counter = okit.Model.register(Counter)
local Step = okit.Mutation:extend("Step", { number = 0 })
function Step:apply() counter.applied = counter.applied + 1 end
function Step:send()
  okit.sleep(1)
  return okit.fetch { url = "https://steps.test/" .. self.number, method = "POST" }
end
function Step:done() counter.sent = counter.sent + 1 end
local Side = Step:extend "Side"
Side.queue = "side"
for number = 1, tonumber(okit.arguments[1]) do
  local class = number % 3 == 0 and Side or Step
  class { number = number }:perform()
end
print(counter.applied, #okit.outbox.pending)
