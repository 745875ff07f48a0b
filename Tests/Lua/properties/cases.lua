-- All cases, in the order of the documentation. A case knows its module and its place there.
local all = {}
for _, name in ipairs {
  "controllers", "lists", "grids", "selections", "application", "cells", "controls", "forms", "views", "inherited",
} do
  for place, case in ipairs(require("cases_" .. name)) do
    case.module, case.place = "cases_" .. name, place
    all[#all + 1] = case
  end
end
return all
