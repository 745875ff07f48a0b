-- The data of all comparisons.

local same_work = {}

local comments = {
  "A short one.", "Was here before, and the price was lower then; ask again in the autumn.",
  "Sold to the first who comes.", "Nobody knows where it came from, but it has been here since the shop opened.",
}

-- s = (s * 1103515245 + 12345) & 0x7fffffff, exact even if numbers are doubles.
local function next_number(s)
  return (s * 16838 % 32768 * 65536 + s * 20077 + 12345) % 2147483648
end

function same_work.items(count)
  local items, s = {}, 12345
  for i = 1, count do
    s = next_number(s)
    items[i] = {
      id = "n" .. (i - 1), name = "Item " .. (s % 9973), price = s % 1000, marked = s % 8 == 0, weight = s % 500 + 0.5,
      comment = comments[s % 4 + 1],
    }
  end
  return items
end

return same_work
