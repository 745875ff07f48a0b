-- What a script holds of a component that Lua has collected.
it("A component that is gone never becomes another one", function()
  local app = okit.launch("weak_components_app.lua")
  for _ = 1, 200 do app:row(1):tap() end
  expect(app:get("round")).to_be(200)
  expect(app:get("found")).to_be("")
end)
