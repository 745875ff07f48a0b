/// `okit.alert` and `okit.sheet`.
struct DialogModule: ScriptModule {
  let environment: ScriptEnvironment

  static let functions: [OkitModule.Function<Self>] = [
    .init("alert", "(alert: okit.AlertOptions): okit.DialogHandle", "Shows an alert.") { try $0.show(.alert, $1) },
    .init("sheet", "(sheet: okit.SheetOptions): okit.DialogHandle", "Shows an action sheet.") {
      try $0.show(.sheet, $1)
    },
  ]

  private func show(_ style: DialogRequest.Style, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let table = try call.table(0)
    let what = "okit.\(style)"
    try check(table, style == .alert ? DialogTypes.alert : DialogTypes.sheet, what)
    var buttons = try list(table["actions"], what + ".actions").enumerated().map {
      try button($1, "\(what).actions[\($0 + 1)]")
    }
    if buttons.isEmpty, style == .alert { buttons = [DialogRequest.Button(standard("OK"))] }
    if style == .sheet, !buttons.contains(where: { $0.style == .cancel }) {
      buttons.append(DialogRequest.Button(standard("Cancel"), style: .cancel))
    }
    let fields = try list(table["fields"], what + ".fields").enumerated().map {
      try field($1, "\(what).fields[\($0 + 1)]")
    }
    let request = DialogRequest(
      style, title: try text(table["title"], what + ".title"), message: try text(table["message"], what + ".message"),
      fields: fields, buttons: buttons)
    let ticket = host.makeTicket(isKept: true)
    request.onAnswer = { [host] index, texts in
      var answer = LuaTable(array: texts.map(LuaValue.string))
      for (field, text) in zip(fields, texts) {
        answer.pairs.append(.init(key: .string(field.name), value: .string(text)))
      }
      host.complete(ticket, [.string(buttons[index].title), .table(answer)])
    }
    request.onClose = { [host] in host.endWaiting(for: ticket) }
    request.place = host.state.place
    let handle = host.runtime.open(request)
    host.dialogTickets[handle.id] = ticket
    return .value(host.bridge.lua(.handle(handle)))
  }

  /// Returns the text of a built-in button.
  private func standard(_ key: String) -> String { host.runtime.texts.text(key) }

  private func check(_ table: LuaTable, _ options: DeclaredClass, _ what: String) throws {
    let names = options.memberNames
    for pair in table.pairs {
      guard case .string(let name) = pair.key, names.contains(name) else {
        let given = if case .string(let name) = pair.key { name } else { pair.key.typeName }
        throw Diagnostic(
          "lua.unknownMember", "\(what) has no option \"\(given)\"",
          hint: NearestName.hint(for: given, in: names) ?? hint(for: given, in: options)
        ).about(given)
      }
    }
  }

  /// The hint for a name that is not a misspelt one.
  private func hint(for name: String, in options: DeclaredClass) -> String {
    switch (name, options.name) {
    // The actions of More... have a name.
    case ("name", DialogTypes.action.name), ("text", DialogTypes.action.name): "the text of a button is its title"
    case ("button", _), ("buttons", _): "buttons are actions = { { title = \"…\" } }"
    case ("text", DialogTypes.alert.name), ("text", DialogTypes.sheet.name): "the text below the title is its message"
    default: "expected one of \(options.memberNames.joined(separator: ", "))"
    }
  }

  private func list(_ value: LuaValue, _ what: String) throws -> [LuaTable] {
    switch value {
    case .null: return []
    case .table(let table) where table.pairs.isEmpty:
      return try table.array.map { element in
        guard case .table(let table) = element else {
          throw Diagnostic("lua.argument", "\(what) must contain tables, got \(element.typeName)")
        }
        return table
      }
    default: throw Diagnostic("lua.argument", "\(what) must be a list of tables, got \(value.typeName)")
    }
  }

  private func text(_ value: LuaValue, _ what: String) throws -> String? {
    if value == .null { return nil }
    guard let text = host.runtime.evaluator.text(try host.bridge.value(value)) else {
      throw Diagnostic("lua.argument", "\(what) must be a string, got \(value.typeName)")
    }
    return text
  }

  private func button(_ table: LuaTable, _ what: String) throws -> DialogRequest.Button {
    try check(table, DialogTypes.action, what)
    var style = DialogAction.Style.default
    if let name = try text(table["style"], what + ".style") {
      guard let found = DialogAction.Style(rawValue: name) else {
        throw Diagnostic(
          "lua.argument", "\(what).style is default, cancel or destructive, not \"\(name)\"",
          hint: NearestName.hint(for: name, in: DialogAction.Style.allCases.map(\.rawValue)))
      }
      style = found
    }
    var tap: LuaFunction?
    switch table["tap"] {
    case .null: break
    case .function(let function): tap = function
    case let other: throw Diagnostic("lua.argument", "\(what).tap must be a function, got \(other.typeName)")
    }
    let title = try text(table["title"], what + ".title") ?? "OK"
    return DialogRequest.Button(
      title, style: style,
      tap: { [host] texts in
        guard let tap else { return }
        host.start(tap, [.table(LuaTable(array: texts.map(LuaValue.string)))]) { result in
          if case .failure(let diagnostic) = result { host.runtime.fail(diagnostic.appending(.dialogButton(what))) }
        }
      })
  }

  private func field(_ table: LuaTable, _ what: String) throws -> DialogRequest.Field {
    try check(table, DialogTypes.field, what)
    return DialogRequest.Field(
      try text(table["name"], what + ".name") ?? "", placeholder: try text(table["placeholder"], what + ".placeholder"),
      text: try text(table["text"], what + ".text") ?? "", isSecure: table["secure"] == .bool(true))
  }
}
