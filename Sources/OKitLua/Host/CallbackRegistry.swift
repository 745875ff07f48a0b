import OKitEngine
import Synchronization

/// The functions of scripts that the engine has: what was defined with them for good, what came as a value for as long
/// as somebody has the value.
struct CallbackRegistry {
  private var functions: [LuaFunction?] = []
  /// Where Lua has them, to call them without counting references.
  private var slots: [Int32] = []
  private var free: [Int] = []
  private let unused = UnusedNumbers()

  /// The numbers of values that are gone; the last copy of one may go anywhere.
  private final class UnusedNumbers: Sendable {
    private let numbers = Mutex<[Int]>([])

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }

    func take() -> [Int] {
      numbers.withLock { numbers in
        defer { numbers = [] }
        return numbers
      }
    }
  }

  private final class Holder: Sendable {
    private let number: Int
    private let unused: UnusedNumbers

    init(_ number: Int, _ unused: UnusedNumbers) { (self.number, self.unused) = (number, unused) }

    deinit { unused.add(number) }
  }

  mutating func keep(_ function: LuaFunction) -> FunctionRef { FunctionRef(id: add(function)) }

  mutating func lend(_ function: LuaFunction) -> FunctionValue {
    // A turn may lend any number of them.
    if free.isEmpty { letGo() }
    let number = add(function)
    return FunctionValue(FunctionRef(id: number), holder: Holder(number, unused))
  }

  private mutating func add(_ function: LuaFunction) -> Int {
    if let number = free.popLast() {
      functions[number] = function
      slots[number] = function.slot
      return number
    }
    functions.append(function)
    slots.append(function.slot)
    return functions.count - 1
  }

  /// Lets go of the functions whose values are gone.
  mutating func letGo() {
    for number in unused.take() {
      functions[number] = nil
      slots[number] = 0
      free.append(number)
    }
  }

  /// The number by which the state knows the function; nil when there is none.
  @inline(__always)
  func slot(of reference: FunctionRef) -> Int32? {
    guard slots.indices.contains(reference.id), slots[reference.id] > 0 else { return nil }
    return slots[reference.id]
  }

  subscript(reference: FunctionRef) -> LuaFunction? {
    functions.indices.contains(reference.id) ? functions[reference.id] : nil
  }
}
