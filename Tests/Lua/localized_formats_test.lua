it("A localized text with a format reads the format, and reports its mistake", function()
  local app = okit.launch "localized_formats_app.lua"
  expect(app:row(1).text).to_be("Hello")
  app:model().pattern = "(("
  expect(app:row(1).text).to_be("Hello")
  expect(app.diagnostics[1].code).to_be("function.pattern")
end)
