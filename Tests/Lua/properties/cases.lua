-- All cases, in the order of the documentation.
local all = {}
for _, name in ipairs { "controllers", "lists", "selections", "application", "cells", "controls", "views" } do
  for _, case in ipairs(require("cases_" .. name)) do all[#all + 1] = case end
end
return all
