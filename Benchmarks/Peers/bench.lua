-- Measurements in Lua 5.4 and LuaJIT: the median of the processor time of several runs.

local bench = {}

-- Prints `name value result`: nanoseconds per operation, and the result of the work.
function bench.run(name, operations, work)
  local result = work()
  local times = {}
  for i = 1, 11 do
    local start = os.clock()
    work()
    times[i] = os.clock() - start
  end
  table.sort(times)
  print(string.format("%s %.6f %d", name, times[6] * 1e9 / operations, result))
end

return bench
