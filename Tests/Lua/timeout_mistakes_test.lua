-- Values that are not a number of minutes, and the place where they are reported.
it.each { { "soon", '"soon"' }, { "true", "true" }, { "list", "List" }, { "-1", "-1 is" } }(
  "A time-out of %s is reported", function(argument, summary)
    local app = okit.launch("timeout_mistakes_app.lua", { arguments = { argument } })
    local diagnostic = app.diagnostics[1]
    expect(diagnostic.code).to_be("settings.timeout")
    expect(diagnostic.message).to_contain(summary)
    expect(diagnostic.message).to_contain("is not a number of minutes")
    expect(diagnostic.text).to_match("timeout_mistakes_app.lua:5: ")
  end)
