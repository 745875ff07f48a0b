import Synchronization

/// The functions of scripts that the engine refers to: permanently where a definition uses them, otherwise for as long
/// as a copy of the value exists.
struct CallbackRegistry {
  private var functions: [LuaFunction?] = []
  /// The registry slots of the functions, so that a call counts no references.
  private var slots: [Int32] = []
  private var free: [Int] = []
  private let unused = UnusedNumbers()

  /// The numbers of values that were deinitialized, on any thread.
  private final class UnusedNumbers: Sendable {
    private let numbers = Mutex<[Int]>([])
    /// Whether there are numbers; asked after each turn, without the lock.
    private let isEmpty = Atomic(true)

    func add(_ number: Int) {
      numbers.withLock {
        $0.append(number)
        isEmpty.store(false, ordering: .releasing)
      }
    }

    func removeAll() -> [Int] {
      if isEmpty.load(ordering: .acquiring) { return [] }
      return numbers.withLock { numbers in
        defer { numbers = [] }
        isEmpty.store(true, ordering: .releasing)
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

  /// Registers a function permanently.
  mutating func register(_ function: LuaFunction) -> FunctionRef { FunctionRef(id: add(function)) }

  /// Returns a value for a function, which stays registered until the last copy of the value is deinitialized.
  mutating func value(for function: LuaFunction) -> FunctionValue {
    // A single turn may make any number of values.
    if free.isEmpty { removeUnused() }
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

  /// Removes the functions whose values were deinitialized.
  mutating func removeUnused() {
    for number in unused.removeAll() {
      functions[number] = nil
      slots[number] = 0
      free.append(number)
    }
  }

  /// Returns the registry slot of a function; nil for an unknown reference.
  @inline(__always)
  func slot(of reference: FunctionRef) -> Int32? {
    guard slots.indices.contains(reference.id), slots[reference.id] > 0 else { return nil }
    return slots[reference.id]
  }

  subscript(reference: FunctionRef) -> LuaFunction? {
    functions.indices.contains(reference.id) ? functions[reference.id] : nil
  }
}
