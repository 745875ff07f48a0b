internal import Glibc
internal import OKitRender

/// Pictures of screens, which `to_match_picture` compares.
extension TestFileRunner {
  /// `picture(application, screen, theme, width)`: a screen that a test has read, as SVG, without secrets.
  ///
  /// - Throws: `theme.unknown` with the nearest name; `lua.argument` for a width that no screen has.
  func picture(_ call: borrowing LuaCall) throws -> String {
    let runtime = try application(try call.int(0) & 0xFFFF_FFFF).session.runtime
    guard var screen = elements.screen(call.object(1)) else {
      throw Diagnostic("row.gone", "the screen belongs to an application that has ended")
    }
    if !call.isNull(2) {
      let name = try call.string(2)
      guard let theme = runtime.themes[name] else {
        throw Diagnostic(
          "theme.unknown", "unknown theme \(PrintableText.quoted(name))",
          hint: NearestName.hint(for: name, in: runtime.themes.names.filter { !$0.isEmpty }))
      }
      screen.theme = theme
    }
    let width = call.isNull(3) ? 72 : try call.int(3)
    guard CellPicture.widths.contains(width) else {
      throw Diagnostic(
        "lua.argument", "to_match_picture: a width must be from 24 to 1000, not \(width)")
    }
    let text = runtime.styledText(of: screen, width: width)
    return CellPicture(text, theme: screen.theme, width: width, title: screen.name).masked { text in
      guard case .string(let shown) = self.shown(.string(text)) else { return text }
      return shown
    }.svg
  }

  /// `picture_difference(name, stored, picture, replaces)`: the number of lines that differ, these lines as text, and
  /// the path of the page that shows them; nothing for pictures with equal cells. Without a name, no page is written.
  /// What is no picture differs if it is going to be replaced.
  ///
  /// - Throws: `picture.format`, `file.write`.
  func pictureDifference(_ call: borrowing LuaCall) throws -> [LuaValue] {
    let name = call.isNull(0) ? nil : try call.string(0)
    let file = name.map { snapshots.path(of: $0, .picture) } ?? "the stored picture"
    let (text, isReplaced) = (try call.text(1), !call.isNull(3))
    let old = Result { try CellPicture(svg: text, file: file) }
    if isReplaced, case .failure = old { return [.int(1), .string(""), .null] }
    let difference = PictureDifference(from: try old.get(), to: try CellPicture(svg: call.text(2), file: "the picture"))
    let page = name.map { snapshots.differencePage(of: $0) }
    guard let difference else {
      // It has matched again.
      if options.writesSnapshots, let page { unlink(page) }
      return []
    }
    if options.writesSnapshots, let page { try DifferencePage(difference, name: name ?? "").write(to: page) }
    return [
      .int(difference.count), .string(difference.text),
      options.writesSnapshots ? page.map(LuaValue.string) ?? .null : .null,
    ]
  }
}
