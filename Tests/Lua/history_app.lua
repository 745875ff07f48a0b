-- Fields of each kind, classes and timers without history, and a selection that nothing undoes.

local okit = require "okit"
local t = okit.types

local Author = okit.ModelEntity:extend("Author", { name = "" })

local Note = okit.ModelEntity:extend("Note", {
  title = "", text = "", length = 0, size = 10.0, stars = 0, seen = false, level = t.enum { "low", "high" },
  author = t.ref "Author", tags = t.list(t.string),
})
function Note:star() self.stars = self.stars + 1 end

local Meter = okit.ModelEntity:extend("Meter", {
  ticks = 0, shown = t.ref "Note", pinned = t.list(t.ref("Note", { onDelete = "remove" })), box = t.list(Note),
})
Meter.history = false
local Pulse = Meter:extend("Pulse", { beats = 0 })
local Kept = Meter:extend("Kept", { value = 0 })
Kept.history = true

local Desk = okit.Model:extend("Desk", {
  notes = t.list(Note), archive = t.list(Note), authors = t.list(Author), prices = t.map(t.int),
  meter = t.transient(Meter), pulse = Pulse, kept = Kept, count = 0, patched = 0,
})

local desk
okit.Model.initialize(function()
  desk = okit.Model.register(Desk)
  if not desk.meter then desk.meter = Meter() end
  if not desk.pulse then desk.pulse = Pulse() end
  if not desk.kept then desk.kept = Kept() end
  okit.Model.state(function() okit.Model.store(desk) end)
end)

function Desk:tick(seconds) okit.every(seconds, function() self.count = self.count + 1 end, { history = false }) end
function Desk:later() okit.after(1, function() self.count = self.count + 1 end, { history = false }) end
function Desk:plain() okit.after(1, function() self.count = self.count + 1 end) end
function Desk:slow()
  okit.after(1, function()
    self.count = self.count + 1
    okit.sleep(1)
    self.count = self.count + 1
    local done
    okit.after(1, function() done() end, { history = false })
    okit.await(function(finish) done = finish end)
    self.count = self.count + 1
  end, { history = false })
end
function Desk:failing() okit.after(1, function() self.count = 7 error "no" end, { history = false }) end
function Desk:grow()
  okit.after(1, function() self.notes:insert(1, Note { title = "grown" }) end, { history = false })
end
function Desk:shrink() okit.after(1, function() self.notes:remove(self.notes[1]) end, { history = false }) end
function Desk:retitle() okit.after(1, function() self.notes[1].title = "by itself" end, { history = false }) end
function Desk:observeTicks() desk:observe("count", function(new) self.patched = new end) end
function Desk:wrong(options) okit.every(1, function() end, options) end
function Desk:misspelt() self:wrong { histroy = false } end
function Desk:number() self:wrong { history = 1 } end

-- Random changes, reproducible by a seed.
local made = 0
local function change(random)
  local notes, archive, box = desk.notes, desk.archive, desk.meter.box
  local function any(list) return list[random(math.max(#list, 1))] end
  local function transfer(from, to)
    local note = any(from)
    if not note then return end
    from:remove(note)
    to:insert(random(#to + 1), note)
  end
  local function new()
    made = made + 1
    return Note { title = "made " .. made }
  end
  local function tags()
    local note = any(notes)
    return note and note.tags or notes
  end
  local changes = {
    function() notes:insert(random(#notes + 1), new()) end,
    function() if #notes > 0 then notes:remove(any(notes)) end end,
    function() if #notes > 1 then notes:move(random(#notes), random(#notes)) end end,
    function() transfer(notes, archive) end,
    function() transfer(archive, notes) end,
    function() transfer(notes, box) end,
    function() transfer(box, notes) end,
    function() if #notes > 0 then any(notes).title = "title " .. random(4) end end,
    function() if #notes > 0 then any(notes).stars = random(4) end end,
    function() if #notes > 0 and #desk.authors > 0 then any(notes).author = any(desk.authors) end end,
    function() if #desk.authors > 1 then desk.authors:remove(any(desk.authors)) end end,
    function() desk.authors:add { name = "author " .. random(9) } end,
    function() if #notes > 0 then tags():insert(1, "tag " .. random(3)) end end,
    function()
      local all = #notes > 0 and tags() or {}
      if #all > 0 then all:remove(all[random(#all)]) end
    end,
    function()
      local all = #notes > 0 and tags() or {}
      if #all > 1 then all:move(random(#all), random(#all)) end
    end,
    function() desk.prices[({ "a", "b/c", "~" })[random(3)]] = random(3) end,
    function() desk.prices[({ "a", "b/c", "~" })[random(3)]] = nil end,
    function() desk.meter.shown = #notes > 0 and any(notes) or nil end,
    function() if #notes > 0 then desk.meter.pinned:add(any(notes)) end end,
    function() desk.count = random(3) end,
  }
  changes[random(#changes)]()
end

function Desk:random(seed)
  local state = seed * 2654435761 % 4294967296 + 1
  local function random(limit)
    state = state * 1103515245 + 12345 & 0x7fffffff
    return (state >> 8) % limit + 1
  end
  for _ = 1, random(4) do change(random) end
end
-- The notes that are not where they seem to be, and references to nothing.
function Desk:mistakes()
  local found, seen = {}, {}
  for owner, lists in pairs { [self] = { self.notes, self.archive }, [self.meter] = { self.meter.box } } do
    for _, list in ipairs(lists) do
      for _, note in ipairs(list) do
        local author = note.author.refKey
        if note.parent ~= owner or okit.Model.entity(note.id) ~= note or seen[note.id]
          or author and not okit.Model.entity(author)
        then
          found[#found + 1] = note.title
        end
        seen[note.id] = true
      end
    end
  end
  for _, note in ipairs(self.meter.pinned) do if not note.ref then found[#found + 1] = "pinned" end end
  if self.meter.shown.refKey and not self.meter.shown.ref then found[#found + 1] = "shown" end
  return table.concat(found, ", ")
end
function Desk:randomly(seed) okit.after(0, function() self:random(seed) end, { history = false }) end

local live = "#true"
local fields = {
  okit.ModelTextCell { path = "%Title", textPath = "title", liveUpdate = live },
  okit.ModelMultilineCell { path = "%Text", textPath = "text", liveUpdate = live },
  okit.ModelSliderCell { path = "%Size", valuePath = "size", minValuePath = "#0", maxValuePath = "#100" },
  okit.ModelStepperCell { path = "%Stars", valuePath = "stars", maxValuePath = "#9" },
  okit.ModelSwitchCell { path = "%Seen", onPath = "seen" },
  okit.ModelTextCell { path = "%Held", textPath = "text", liveUpdate = "#false" },
}

okit.ModelListTableController:extend("notes", {
  type = "Note", dataPath = "notes", titlePath = "#Notes", addName = "title", addAppend = "#true", reorder = "#true",
  deletePrompt = "#false", cell = okit.ModelTableCell { path = "title", segue = "note" },
})
okit.ModelDetailTableController:extend("note", {
  titlePath = "title", editAlways = "#true", sections = { { cells = fields } },
  right = { okit.ModelBarButtonItem { title = "#Star", tap = "star()" },
            okit.ModelBarButtonItem { title = "#Nothing", tap = function() end } },
})
okit.ModelForm:extend("form", {
  titlePath = "title", editAlways = "#true",
  sections = { { cells = { okit.ModelTextCell { path = "%Title", textPath = "title" },
                           okit.ModelTextCell { path = "%Text", textPath = "text" } } } },
})
