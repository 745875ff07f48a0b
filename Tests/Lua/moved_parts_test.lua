-- Blobs and partials that move to another model are stored with it.
for _, classes in ipairs { { "Model", "Model" }, { "Model", "ModelSQLite" }, { "ModelSQLite", "Model" },
  { "ModelSQLite", "ModelSQLite" }, { "ModelEncrypted", "ModelSQLite" } } do
  for _, registers in ipairs { false, true } do
    local when = registers and " while a stored model is registered" or ""
    it("Parts of okit." .. classes[1] .. " are those of okit." .. classes[2] .. when, function()
      local app = okit.launch("moved_parts_app.lua", { arguments = classes })
      app:transaction(function() app:model("from"):fill(registers) end)
      app:background():relaunch()
      app:transaction(function() app:model("from"):move(registers) end)
      app:background():relaunch()
      local to = app:model("to")
      expect(to.blobs[1].data).to_be("bytes")
      expect(to.parts[1].group.name).to_be("group")
      expect(app:model("from").blobs).to_have_count(0)
    end)
  end
end
