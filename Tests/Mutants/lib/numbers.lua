-- Functions that tests call as well.

local numbers = {}

function numbers.clamp(n, low, high)
  if n < low then return low end
  if n > high then return high end
  return n
end

function numbers.sign(n) return n > 0 and 1 or n < 0 and -1 or 0 end

return numbers
