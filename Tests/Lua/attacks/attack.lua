-- Runs one attack: `okit-run run attack.lua -- 12`. Without a number it prints what each must end with.
--
--   limit   a limit of memory or time stops it, even if the script catches errors
--   error   an ordinary error ends it
--   ok      it comes to its end
--
-- An attack with a field `allow` is run with that permission. In every case the process lives, and nothing is printed
-- as ESCAPED. Called by tools/check-attacks.sh.

local attacks = {}
for _, part in ipairs { "reach", "loops", "memory", "patterns", "texts", "lists", "compiler", "errors", "permitted" } do
  for _, attack in ipairs(require(part)) do
    attack.part = part
    attacks[#attacks + 1] = attack
  end
end

local number = math.tointeger(okit.arguments[1])
if number then
  attacks[number][3]()
else
  for index, attack in ipairs(attacks) do
    print(index, attack[1], attack.allow or "none", attack.part .. ": " .. attack[2])
  end
end

okit.ModelDetailTableController:extend("home", {})
