/// The windows of an application. `driver.lua` makes objects of their numbers.
extension DriverModule {
  static let windows: [Function] = [
    .init(
      "window", "(): okit.App",
      "Opens another window of the application, and returns it: an object with the same functions, for steps in it."
    ) { _, session, _ in
      _ = try session.process(for: "open a window of")
      try session.live("window") {
        let number = session.runtime.lastWindow + 1
        session.driver.remember("open window \(number)", call: "window", [.int(number)])
        _ = try session.runtime.openWindow()
      }
      return .value(.int(session.runtime.lastWindow))
    },
    .init("windows", "(): okit.App[]", "Returns the open windows, the first one first.") { _, session, _ in
      .value(.table(LuaTable(array: session.runtime.windows.map { .int($0.number) })))
    },
    .init(
      "closeWindow", "(): okit.App",
      "Closes the window, as its user does, and returns the first one, which cannot be closed."
    ) { _, session, _ in
      _ = try session.process(for: "close a window of")
      try session.live("closeWindow") {
        session.driver.remember("close the window", call: "closeWindow")
        try session.runtime.close(session.driver.window)
      }
      return .nothing
    },
  ]
}
