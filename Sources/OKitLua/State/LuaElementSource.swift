/// A handler of collections whose elements are objects, which `ipairs` reads ahead.
protocol LuaElementSource: LuaObjectHandler {
  var elementKind: LuaKind { get }

  /// Writes the bits of the elements from a position on, from 1. Returns their number; 0 when they have to be read one
  /// by one.
  func readAhead(_ object: LuaObject, from position: Int, into bits: UnsafeMutableBufferPointer<UInt64>) -> Int

  /// Keeps an element that Lua gets. Returns false for an object that is not an element.
  func keep(_ element: LuaObject) -> Bool
}
