-- A program that runs what it reads from its standard input, and then prints what a script could have left behind.
local text = {}
for line in okit.input:lines() do text[#text + 1] = line end

local load, pcall, print, tostring = load, pcall, print, tostring
local left = { x = x, print = type(print), text = ("x").leak, okit = pcall(function() return okit.leak end),
  library = string.leak, format = type(string.format), class = pcall(function() return okit.Leak end),
  json = rawget(okit.json, "leak"), object = Leak, default = pcall(function() return okit.ModelEntity.leak end) }
local names = {}
for name in pairs(left) do names[#names + 1] = name end
table.sort(names)
local lines = {}
for _, name in ipairs(names) do lines[#lines + 1] = name .. "=" .. tostring(left[name]) end
print(table.concat(lines, " "))

local run = load(table.concat(text, "\n"), "=input")
print(run and pcall(run))
