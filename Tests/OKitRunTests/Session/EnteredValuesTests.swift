import OKitTestSupport
import Testing

/// What a session says of values that a person enters, and how it prints dates.
@Suite struct EnteredValuesTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local t = okit.types
      local Visit = okit.ModelEntity:extend("Visit", { at = t.date })
      local Trip = okit.Model:extend("Trip", {
        start = t.date, day = t.day, count = 3, share = 0.5, size = "", note = t.optional(t.string), visits = \
      t.list(Visit),
      })
      okit.Model.initialize(function()
        local trip = okit.Model.register(Trip)
        trip.start, trip.day = okit.date "2020-01-31T12:00:00.25Z", okit.day "2020-02-29"
        if #trip.visits == 0 then trip.visits:add { at = okit.date "2021-01-01" } end
      end)
      okit.ModelDetailTableController:extend("home", {
        editAlways = "#true",
        sections = { { cells = {
          okit.ModelDateCell {
            path = "#Start", datePath = "start", minDatePath = "#2019-06-01T00:00:00Z", maxDatePath = \
      "#2020-12-31T00:00:00Z",
            modePath = "#date",
          },
          okit.ModelStepperCell { path = "#Count", valuePath = "count", maxValuePath = "#10" },
          okit.ModelSliderCell { path = "#Share", valuePath = "share" },
          okit.ModelTextPickerCell { path = "#Size", textPath = "size", optionValues = { "#", "#S", "#M" } },
          okit.ModelTextPickerCell { path = "#Note", textPath = "note", optionValues = ",short,long" },
        } } },
      })
      """
    ])
  }

  private func run(_ commands: String, _ options: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["app.lua", "--documents", "d", "--exec", commands] + options, in: folder)
  }

  @Test(arguments: [
    (
      "row Start; set Start = 2024-02-29",
      "\"Start\": February 29, 2024 was clamped to December 31, 2020, the latest date"
    ),
    ("row Start; set Start = 2018-02-01", "\"Start\": February 1, 2018 was clamped to June 1, 2019, the earliest date"),
    ("set Count = 23", "\"Count\": 23 was clamped to 10, the maximum"),
    ("set Count = 1e99", "\"Count\": 1e+99 was clamped to 10, the maximum"),
    ("set Count = -1e99", "\"Count\": -1e+99 was clamped to 0, the minimum"),
    ("set Count = 12.7", "\"Count\": 12.7 was clamped to 10, the maximum"),
    ("set Count = -1", "\"Count\": -1 was clamped to 0, the minimum"),
    ("set Share = 1.5", "\"Share\": 1.5 was clamped to 1, the maximum"),
  ])
  func `clamping is said`(commands: String, note: String) throws {
    let result = try run(commands)
    #expect(result.status == 0 && result.output == "", "\(result)")
    #expect(result.errors == "note: \(note)\n" || result.errors == "\(note)\n", "\(result)")
    let json = try run(commands, "--format", "json")
    #expect(json.errors.contains(#""code":"cell.clamped""#) && json.errors.contains(#""severity":"note""#), "\(json)")
  }

  @Test func `rounding is said`() throws {
    let result = try run("set Count = 1.5; get count", "--format", "json")
    #expect(result.output == "2\n" && result.errors.contains(#""code":"cell.rounded""#), "\(result)")
    #expect(result.errors.contains(#"\"Count\": 1.5 was rounded to 2, because its value is an integer"#), "\(result)")
    #expect(try run("set Count = 4.0; set Share = 0.5").errors == "")
    #expect(try run("set Count = 23.4").errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["row Start; set Start = 2020-02-29", "set Count = 10", "set Share = 0"])
  func `a value inside the bounds is not`(commands: String) throws {
    #expect(try run(commands) == .init(status: 0, output: "", errors: ""))
  }

  @Test func `dates in JSON are ISO 8601`() throws {
    for options in [["--format", "json"], []] {
      let result = try CommandProcess.run(
        ["app.lua", "--documents", "e", "--exec", "get visits; get visits.at; eval { a = { okit.Model.get().start } }"]
          + options, in: folder)
      #expect(result.errors == "" && result.output.contains("\"at\":\"2021-01-01T00:00:00Z\""), "\(result)")
      #expect(result.lines[1] == "[\"2021-01-01T00:00:00Z\"]")
      #expect(result.lines[2] == "{\"a\":[\"2020-01-31T12:00:00.25Z\"]}")
    }
    let date = try run("get start; get day", "--format", "json")
    #expect(date.output == "\"2020-01-31T12:00:00.25Z\"\n\"2020-02-29\"\n")
  }

  @Test func `a text picker may have an empty option`() throws {
    let size = try run(
      """
      row Size; json; choose Size = M; get size; choose Size = \"\"; get size; choose Size = 2; get size; choose Size \
      = 1; get size
      """
    )
    #expect(size.status == 0 && size.errors == "", "\(size)")
    #expect(size.output.contains(#""options":["","S","M"]"#) && size.output.contains(#""options":["","short","long"]"#))
    #expect(
      Array(size.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()) == ["M", "", "S", "", ""])
    let note = try run("row Note; screen; choose Note = long; get note; choose Note = \"\"; get note")
    #expect(note.status == 0 && note.output.contains("▾ – · short · long"), "\(note)")
    #expect(note.output.hasSuffix("╯\nlong\n\n"), "\(note)")
  }
}
