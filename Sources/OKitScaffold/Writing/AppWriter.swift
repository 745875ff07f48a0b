/// Writes `app.lua`: the start of the application.
enum AppWriter {
  /// - Parameter home: The first controller; nil for a storyboard, which has its own.
  static func text(_ model: ModelDraft, home: String?, title: String, source: String?) -> String {
    let variable = Words(model.name).camelCase
    let name = LuaToken.keywords.contains(variable) || ["okit", "model"].contains(variable) ? "root" : variable
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
    var names = LuaNames.models
    names.take(name)
    let others = model.otherModels.map { other in
      (variable: names.unique(Words(other.type.name).camelCase, fallback: "other"), model: other)
    }
    for (variable, other) in others {
      lines.append(
        "  local \(variable) = okit.Model.register(model.\(other.type.name), \(LuaText.quoted(other.name)))")
    }
    if model.usesSettings { lines.append("  local settings = okit.Model.register(okit.ModelSettings, \"settings\")") }
    let stored = [name] + others.map(\.variable) + (model.usesSettings ? ["settings"] : [])
    if stored.count == 1 {
      lines.append("  okit.Model.state(function() okit.Model.store(\(name)) end)")
    } else {
      lines += ["  okit.Model.state(function()"] + stored.map { "    okit.Model.store(\($0))" } + ["  end)"]
    }
    if !model.filledModels.isEmpty {
      lines.append(
        "  -- Only the first start brings the content: a model whose entries were all deleted stays empty.")
      lines += fillings(model, [model.name: name].merging(others.map { ($1.type.name, $0) }) { first, _ in first })
    }
    lines += ["end)", ""]
    if let home {
      lines += ["okit.ModelApplicationController:extend(\"app\", { homeIdentifier = \(LuaText.quoted(home)) })", ""]
    }
    return lines.joined(separator: "\n")
  }

  /// The lines that fill new models.
  ///
  /// - Parameter variables: The local variables of the models by their classes.
  private static func fillings(_ model: ModelDraft, _ variables: [String: String]) -> [String] {
    let lines = model.filledModels.map { type, _ in
      let variable = variables[type] ?? ""
      let content = model.hasPlainContent ? "require \"content\"" : "content.\(type)"
      return "  if not \(variable).isFilled then \(variable):fill(\(content)) end"
    }
    return (model.hasPlainContent ? [] : ["  local content = require \"content\""]) + lines
  }
}
