local numbers = require "lib.numbers"

it.each { { 5, 5 }, { -1, 0 }, { 11, 10 } } ("%d becomes %d", function(n, expected)
  expect(numbers.clamp(n, 0, 10)).to_be(expected)
end)
