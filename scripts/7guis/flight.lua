-- 7GUIs, 3: a flight on a day, which comes back on the same day or later. The control of a day offers nothing else.
local okit = require "okit"
local t = okit.types

local Flight = okit.Model:extend("Flight", {
  kind = t.enum { "one-way flight", "return flight" }, start = t.day, back = t.day,
})
function Flight:isReturn() return self.kind == "return flight" end
function Flight:isPossible() return not self:isReturn() or self.back >= self.start end
function Flight:book()
  local message = self:getString(self:isReturn() and "kind,#from,start/formatDate,#to,back/formatDate"
    or "kind,#on,start/formatDate")
  okit.alert { title = "You have booked a " .. message }
end

okit.Model.register(Flight)

okit.ModelDetailTableController:extend("flight", {
  titlePath = "%Book Flight", editAlways = true,
  right = { okit.ModelBarButtonItem { title = "%Book", enabled = "isPossible()", tap = "book()" } },
  sections = { { cells = {
    okit.ModelSegmentCell { path = "%Kind", selectIndexPath = "kind" },
    okit.ModelDateCell { path = "%Start", datePath = "start" },
    okit.ModelDateCell { path = "%Return", datePath = "back", enabledPath = "isReturn()" },
  } } },
})
