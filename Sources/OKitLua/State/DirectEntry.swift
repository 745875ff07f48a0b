internal import CLua
internal import OKitEngine

// Host functions of one argument that C hands over directly. What is no argument of that kind comes by `perform`, which
// says so.

/// From an integer to an integer.
final class IntegerEntry: HostEntry {
  private let body: (Int) throws -> Int

  init(core: LuaCore, name: String, body: @escaping (Int) throws -> Int) {
    self.body = body
    super.init(core: core, name: name)
  }

  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome { try call.answer(body(call.int(0))) }

  static func answer(
    _ handler: UnsafeMutableRawPointer, _ number: UnsafeMutablePointer<Int64>, _ call: UnsafeMutablePointer<okit_call>
  ) -> okit_reply {
    Unmanaged<IntegerEntry>.fromOpaque(handler)._withUnsafeGuaranteedRef { entry in
      do {
        number.pointee = Int64(try entry.body(Int(number.pointee)))
        return .done
      } catch {
        entry.fail(error, call)
        return .failed
      }
    }
  }
}

/// From a text to a text.
final class TextEntry: HostEntry {
  private let body: (String) throws -> String

  init(core: LuaCore, name: String, body: @escaping (String) throws -> String) {
    self.body = body
    super.init(core: core, name: name)
  }

  override func perform(_ call: borrowing LuaCall) throws -> LuaOutcome { try call.answer(body(call.string(0))) }

  static func answer(
    _ handler: UnsafeMutableRawPointer, _ text: UnsafeMutablePointer<okit_text>,
    _ call: UnsafeMutablePointer<okit_call>
  ) -> okit_reply {
    Unmanaged<TextEntry>.fromOpaque(handler)._withUnsafeGuaranteedRef { entry in
      guard let argument = entry.encoder.pointee.known.text(text.pointee) else { return .unsuitable }
      do {
        text.pointee = try entry.body(argument).withBytes { entry.encoder.pointee.copy($0) }
        return .done
      } catch {
        entry.fail(error, call)
        return .failed
      }
    }
  }
}
