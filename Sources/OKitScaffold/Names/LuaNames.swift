/// Gives out names that a Lua script can use, each once.
struct LuaNames {
  private var taken: Set<String>
  private let reserved: Set<String>

  private init(_ reserved: Set<String>) {
    self.reserved = reserved.union(LuaToken.keywords)
    taken = self.reserved
  }

  /// The names of properties of a class, without those that every entity has and those of the functions that are
  /// written.
  static var properties: LuaNames {
    LuaNames([
      "id", "parent", "model", "super", "ref", "refKey", "self", "get", "apply", "fill", "isFilled", "managed",
      "unmanaged",
      "invalidated", "validate",
    ])
  }

  /// The names of classes, which are locals of the script, too.
  static var classes: LuaNames {
    LuaNames([
      "Model", "ModelEntity", "ModelRef", "ModelData", "ModelImage", "ModelPartial", "ModelSettings", "ModelSQLite",
      "ModelTransient", "ModelHttp", "ModelEncrypted", "ModelInlineData", "ModelInlineImage", "Mutation", "Any", "Bool",
      "Number", "String", "Date", "Day", "Data", "Color", "Image", "List", "Entity",
    ])
  }

  /// The local variables of `app.lua`.
  static var models: LuaNames { LuaNames(["okit", "model", "content", "settings"]) }

  static var controllers: LuaNames { LuaNames(["home", "app"]) }

  /// Returns a name that no other has: the first free one of the candidates, or the first with something after it.
  mutating func unique(_ candidates: String..., fallback: String) -> String {
    let names = candidates.filter { !$0.isEmpty }.map { $0.first?.isNumber == true ? "_" + $0 : $0 }
    if let free = names.first(where: { !taken.contains($0) }) {
      taken.insert(free)
      return free
    }
    let base = names.first ?? fallback
    // A reserved word gets an underscore, as in other languages, and a name that is used twice a number.
    var (name, number) = (reserved.contains(base) ? base + "_" : base, 1)
    while taken.contains(name) {
      number += 1
      name = "\(base)\(number)"
    }
    taken.insert(name)
    return name
  }

  mutating func take(_ name: String) { taken.insert(name) }
}
