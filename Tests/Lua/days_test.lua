-- A day stays the same day in every time zone, whatever shows, writes, compares or stores it.
local zones = {
  { "UTC", "2024-06-15T12:00:00Z" }, { "America/New_York", "2024-06-15T03:30:00Z", yesterday = true },
  { "Pacific/Kiritimati", "2024-06-14T12:00:00Z" }, { "America/Santiago", "2024-06-15T12:00:00Z" },
  { "Asia/Kolkata", "2024-06-14T20:00:00Z" }, { "Pacific/Pago_Pago", "2024-06-15T12:00:00Z" },
}

for _, zone in ipairs(zones) do
  describe("In " .. zone[1], function()
    local app, dune
    before_each(function()
      app = okit.launch("days_app.lua", { timeZone = zone[1], now = zone[2] })
      dune = app:model().loans[1]
    end)

    it("a day is the day that was given", function()
      expect(tostring(dune.due)).to_be "2024-06-15"
      expect(app:row("Dune")).to_match { detail = "June 15, 2024" }
      expect(app:get "loans[0]/due/format(#yyyy-MM-dd EEE)").to_be "2024-06-15 Sat"
      expect(dune.due:date():format "yyyy-MM-dd HH:mm").to_be "2024-06-15 00:00"
      expect(okit.day(dune:getDate "due")).to_be(dune.due)
      expect(dune:getString "due").to_be "2024-06-15"
    end)

    it("today is the day of the time zone", function()
      local today = zone.yesterday and "2024-06-14" or "2024-06-15"
      local loan = app:model().loans:add { title = "New" }
      expect(tostring(loan.due)).to_be(today)
      expect(dune:rest()).to_be(zone.yesterday and 1 or 0)
      expect(dune:getString "due/formatRelativeDate").to_be(zone.yesterday and "Tomorrow" or "Today")
    end)

    it("a day that is picked or typed is written as that day", function()
      app:row("Dune"):tap()
      app:cell("Due"):tap()
      for _, picked in ipairs { "2024-09-08", "September 8, 2024", okit.day "2024-09-08", "9/8/24" } do
        app:cell("Due"):pick(picked)
        expect(app:cell("Due").control).to_match { value = "2024-09-08", text = "September 8, 2024", mode = "date" }
        expect(dune.due).to_be(okit.day "2024-09-08")
        dune.due = "2024-06-15"
      end
      app:cell("Typed"):type "8.9.2024"
      expect(dune.due).to_be(okit.day "2024-09-08")
      expect(app:cell("Typed").control.value).to_be "8.9.2024"
      app:cell("Due"):pick "2025-03-01"
      expect(tostring(dune.due)).to_be "2024-12-31"
      app:cell("Due"):pick(okit.day "2023-12-31")
      expect(tostring(dune.due)).to_be "2024-01-01"
    end)

    it("an empty day and a date stay the day that is picked", function()
      app:row("Dune"):tap()
      app:cell("Returned"):tap()
      expect(app:cell("Returned").control).to_match { mode = "date" }
      app:cell("Returned"):pick "2024-09-08"
      expect(tostring(dune.returned)).to_be "2024-09-08"
      app:cell("Lent"):tap()
      app:cell("Lent"):pick "2024-09-08"
      expect(dune:get "lent/format(#yyyy-MM-dd)").to_be "2024-09-08"
      app:cell("Lent"):pick(okit.day "2025-01-01")
      expect(dune:get "lent/format(#yyyy-MM-dd)").to_be "2024-12-31"
    end)

    it("the text of a day is that day for a date, too", function()
      dune.lent = "2024-06-15"
      expect(dune.lent:format "yyyy-MM-dd HH:mm").to_be "2024-06-15 00:00"
      expect(dune.lent).to_be(okit.day("2024-06-15"):date())
      dune.title = "2024-06-15"
      expect(dune:getDate "title").to_be(dune.lent)
      expect(dune:get "= lent = '2024-06-15'").to_be(1)
      expect(dune:get "= lent - '2024-06-14'").to_be(86400)
      dune:apply { lent = "2024-09-07" }
      expect(dune.lent).to_be(okit.date { year = 2024, month = 9, day = 7 })
      dune.lent = "2024-06-15T00:00"
      expect(tostring(dune.lent)).to_be "2024-06-15T00:00:00Z"
    end)

    it("documents keep days", function()
      dune.returned = okit.day "2024-02-29"
      app:model().holidays:add(okit.day "2024-12-25")
      app:model().opening = { june = okit.day "2024-06-03" }
      app:background()
      app:relaunch()
      local model = app:model()
      expect(model.loans[1].returned).to_be(okit.day "2024-02-29")
      expect(model:getString "holidays").to_be "2024-12-25"
      expect(model:getString "opening.june").to_be "2024-06-03"
      expect(model:snapshot().loans[1]).to_match { due = "2024-06-15", returned = "2024-02-29" }
    end)

    it("changes, undo and snapshots know days", function()
      local changes = app:changes(function() dune.due = okit.day "2024-07-01" end)
      expect(changes).to_have_count(1)
      expect(changes[1].value).to_be "2024-07-01"
      app:undo()
      expect(tostring(dune.due)).to_be "2024-06-15"
      dune:apply { due = "2024-07-02" }
      expect(tostring(dune.due)).to_be "2024-07-02"
      dune:apply { due = okit.day "2024-07-03" }
      expect(tostring(dune.due)).to_be "2024-07-03"
    end)
  end)
end

describe("Days", function()
  it("have arithmetic", function()
    local day = okit.day "2024-01-31"
    expect(tostring(day + 1)).to_be "2024-02-01"
    expect(tostring(1 + day)).to_be "2024-02-01"
    expect(tostring(day - 31)).to_be "2023-12-31"
    expect(okit.day "2024-03-01" - day).to_be(30)
    expect(tostring(day:add { month = 1 })).to_be "2024-02-29"
    expect(tostring(day:add { year = -1, month = 1, week = 1, day = 1 })).to_be "2023-03-08"
    expect(day < okit.day "2024-02-01" and day <= day).to_be(true)
    expect(okit.day { year = 2024, month = 1, day = 31 }).to_be(day)
    expect(tostring(okit.day { year = 2024, month = 13, day = 0 })).to_be "2024-12-31"
    expect("on " .. day).to_be "on 2024-01-31"
    expect({ day.year, day.month, day.day, day.weekday }).to_equal { 2024, 1, 31, 4 }
    expect(day.formatFullDate).to_be "Wednesday, January 31, 2024"
    expect(day:format "EEE d MMM").to_be "Wed 31 Jan"
    expect(okit.day(day)).to_be(day)
  end)

  it("refuse what is none", function()
    local day = okit.day "2024-01-31"
    expect(function() return okit.day "tomorrow" end).to_fail '"tomorrow" is not a day'
    expect(function() return okit.day "2024-02-30" end).to_fail "is not a day"
    expect(function() return okit.day(5) end).to_fail "string, date, day or table"
    expect(function() return okit.day {} end).to_fail "at least a year"
    expect(function() return okit.day { year = 2024, hour = 1 } end).to_fail 'no field "hour"'
    expect(function() return day + 0.5 end).to_fail()
    expect(function() return day + day end).to_fail()
    expect(function() return day < okit.now() end).to_fail "only be compared with a day"
    expect(function() return day.hour end).to_fail 'no property "hour"'
    expect(function() return day + math.maxinteger end).to_fail "outside the range"
    expect(function() return day - math.mininteger end).to_fail "outside the range"
    expect(function() return day:add { year = 1e9 } end).to_fail "outside the range"
  end)

  it("are converted", function()
    local app = okit.launch("days_app.lua", { timeZone = "America/New_York" })
    local loan = app:model().loans[1]
    loan.due = okit.date "2024-06-15T02:00:00Z"
    expect(tostring(loan.due)).to_be "2024-06-14"
    loan.due = "2024-06-15T02:00:00Z"
    expect(tostring(loan.due)).to_be "2024-06-14"
    loan.due = "2024-06-15T23:59"
    expect(tostring(loan.due)).to_be "2024-06-15"
    loan.lent = okit.day "2024-06-15"
    expect(tostring(loan.lent)).to_be "2024-06-15T04:00:00Z"
    loan.title = okit.day "2024-06-15"
    expect(loan.title).to_be "2024-06-15"
    expect(function() loan.due = "soon" end).to_fail 'Loan.due needs a Day, got String "soon"'
    expect(function() loan.due = 5 end).to_fail "needs a Day"
    loan:apply { due = okit.date "2024-06-16T02:00:00Z" }
    expect(tostring(loan.due)).to_be "2024-06-15"
  end)

  local formulas = {
    { "= due - first", 166 },
    { "= due + 1", "2024-06-16" },
    { "= due - 15", "2024-05-31" },
    { "= date(due)", "2024-06-15" },
    { "= date(due, '+1 month')", "2024-07-15" },
    { "= strftime('%d/%m/%Y', due)", "15/06/2024" },
    { "= due = '2024-06-15'", 1 },
    { "= due < '2024-06-16'", 1 },
    { "= due BETWEEN first AND last", 1 },
    { "= due = date('2024-06-15')", 1 },
    { "= due || '!'", "2024-06-15!" },
    { "= julianday(last) - julianday(due)", 199 },
    { "= max(due, first)", "2024-06-15" },
    { "= due > lent", 1 },
    { "= due = lent", 0 },
    { "= due - lent", 1 },
    { "= typeof(due)", "text" },
    { "= due IN ('2024-06-15')", 1 },
    { "= '2024-06-20' - due", 5 },
    { "= [due/year] + 1", 2025 },
    { "= datetime(due)", "2024-06-15 00:00:00" },
  }
  it.each(formulas)("formula %s", function(formula, result)
    local app = okit.launch("days_app.lua", { timeZone = "America/New_York" })
    local loan = app:model().loans[1]
    loan.lent = okit.date "2024-06-15T02:00:00Z"
    local value = loan:get(formula)
    if type(result) == "string" then value = tostring(value) end
    expect(value).to_be(result)
  end)

  it("are sorted by value", function()
    local app = okit.launch "days_app.lua"
    app:model().loans:add { title = "Old", due = "0999-01-01" }
    app:model().loans:add { title = "Far", due = "+012000-01-01" }
    expect(app:rows()).to_equal { "Old", "Emma", "Dune", "Far" }
    expect(tostring(app:get "loans.@min.due")).to_be "0999-01-01"
    expect(tostring(app:get "loans.@max.due")).to_be "+012000-01-01"
  end)
end)
