import OKitEngine

/// What an expression of a script is, as far as the syntax and the definitions tell it.
enum ScriptValue {
  case unknown
  /// The module `okit`, or a table of it, such as `okit.log`: a declared class.
  case module(String)
  /// A class of entities.
  case entityClass(EntityType)
  case entity(EntityType)
  /// A reference to an entity of a class.
  case reference(to: EntityType)
  /// A list or a set; of entities or references, or of anything else.
  indirect case collection(ScriptValue)
  /// A class of controllers or cells.
  case component(String)
  /// The table that a script returns.
  case returned(LuaScript)
}
