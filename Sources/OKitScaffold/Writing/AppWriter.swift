import OKitStoryboard

/// Writes `app.lua`: the start of the application.
enum AppWriter {
  /// - Parameter home: The first controller; nil for a storyboard, which has its own.
  static func text(_ model: ModelDraft, home: String?, title: String, source: String?) -> String {
    let variable = Words(model.name).camelCase
    let name = LuaNames.keywords.contains(variable) || ["okit", "model"].contains(variable) ? "root" : variable
    var comment = "\(title): \(source.map { "made from \($0)." } ?? "an application of okit.")"
    if let database = model.database {
      comment +=
        " The model is the database documents/\(database): run it with `okit-run app.lua --documents documents`."
    }
    var lines = LuaComment.lines(comment)
    lines += ["", "local okit = require \"okit\"", "local model = require \"model\"", "require \"controllers\"", ""]
    lines += [
      "okit.Model.initialize(function()", "  local \(name) = okit.Model.register(model.\(model.name))",
    ]
    let others =
      model.otherModels.map { (Words($0.type.name).camelCase, "model.\($0.type.name)", $0.name) }
      + (model.usesSettings ? [("settings", "okit.ModelSettings", "settings")] : [])
    for (variable, type, name) in others {
      lines.append("  local \(variable) = okit.Model.register(\(type), \(LuaText.quoted(name)))")
    }
    let stored = [name] + others.map(\.0)
    if stored.count == 1 {
      lines.append("  okit.Model.state(function() okit.Model.store(\(name)) end)")
    } else {
      lines += ["  okit.Model.state(function()"] + stored.map { "    okit.Model.store(\($0))" } + ["  end)"]
    }
    if model.isFilled {
      lines += [
        "  -- Only the first start brings the content: a model whose entries were all deleted stays empty.",
        "  if not \(name).isFilled then \(name):fill(require \"content\") end",
      ]
    }
    lines += ["end)", ""]
    if let home {
      lines += ["okit.ModelApplicationController:extend(\"app\", { homeIdentifier = \(LuaText.quoted(home)) })", ""]
    }
    return lines.joined(separator: "\n")
  }
}
