-- Counts its calls.
local calls = 0

return function()
  calls = calls + 1
  return calls
end
