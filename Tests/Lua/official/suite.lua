-- Runs one of the files beside this one: Lua's own tests, as they come with Lua 5.4.4 (see LICENSE). They were changed
-- only where they need what the sandbox takes away, in lines or comments that say "sandbox:"; and bytes that are no
-- UTF-8 are written as escapes. Called by tools/check-lua-suite.sh, which gives the name of the file
-- and the folder above as one of modules.

-- Locales and other things that differ between systems are left out.
_port = true

-- Scripts cannot collect garbage, but they can wait for it.
local restricted = collectgarbage
function collectgarbage(option)
  if option == "count" then return restricted("count") end
  for _ = 1, 2 do
    local weak = setmetatable({}, { __mode = "k" })
    weak[{}] = true
    repeat local garbage = { {}, {}, {} } until next(weak) == nil
  end
  return 0
end

-- With the folder: some files have the name of a library.
require("official." .. okit.arguments[1])

okit.ModelDetailTableController:extend("home", {})
