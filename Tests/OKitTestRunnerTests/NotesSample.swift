/// A list of notes.
enum NotesSample {
  static let script = """
    local t = okit.types
    local Note = okit.ModelEntity:extend("Note", { name = "" })
    function Note:fail() error("no ink left") end
    function Note:ask() okit.alert { title = "Sure?" } end
    local Pad = okit.Model:extend("Pad", { notes = t.list(Note) })
    local pad = okit.Model.register(Pad)
    okit.Model.state(function() okit.Model.store(pad) end)
    okit.ModelListTableController:extend("notes", {
      type = "Note", dataPath = "notes", titlePath = "%Notes", rowSort = "name", more = "#true",
      moreActions = { { name = "%Fail", tap = "fail()" }, { name = "%Ask", tap = "ask()" } },
      cell = okit.ModelTableCell { path = "name" },
    })
    """

  static let fixture = "{ fixture = { notes = { { id = 'a', name = 'Apples' }, { id = 'b', name = 'Bread' } } } }"
}
