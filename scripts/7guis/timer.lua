-- 7GUIs, 4: seconds that pass until a duration, which can be changed meanwhile. The ticks are no steps of the history.
local okit = require "okit"
local t = okit.types

local Timer = okit.Model:extend("Timer", { elapsed = t.double(0), duration = t.double(15) })
function Timer:tick() if self.elapsed < self.duration then self.elapsed = self.elapsed + 0.1 end end
function Timer:reset() self.elapsed = 0 end

local timer = okit.Model.register(Timer)
okit.every(0.1, function() timer:tick() end, { history = false })

okit.ModelDetailTableController:extend("timer", {
  titlePath = "%Timer", editAlways = true,
  right = { okit.ModelBarButtonItem { title = "%Reset", tap = "reset()" } },
  sections = { { cells = {
    okit.ModelProgressCell {
      path = "%Elapsed", detailPath = "elapsed/round,#s", valuePath = "elapsed", maxValuePath = "duration",
    },
    okit.ModelSliderCell {
      path = "%Duration", detailPath = "duration/round,#s", valuePath = "duration", maxValuePath = "#60",
    },
  } } },
})
