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
  /// A table of elements, such as `books:filter(…)` returns.
  indirect case table(ScriptValue)
  /// A class of controllers, cells, buttons or views.
  case component(String)
  /// A controller or cell on the screen: the `self` of the functions of its class.
  case shown(ComponentClass)
  /// What the classes above have of one: `self.super` in its functions.
  case inherited(ComponentClass)
  /// The classes of controllers by name, as `okit.storyboard` returns them.
  case controllers
  /// The table that a script returns.
  case returned(LuaScript)
}
