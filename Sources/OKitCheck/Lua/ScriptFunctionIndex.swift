/// The functions that scripts define in classes, by class and name.
struct ScriptFunctionIndex {
  /// A function of a class, or an extension function of a type.
  struct Definition {
    let type: String
    let name: LuaSyntax.Name
    let function: LuaSyntax.Function
    let script: LuaScript
    let kind: Kind
  }

  enum Kind {
    /// Of a class of entities.
    case method
    /// Of a class of controllers, cells, buttons or views.
    case component
    /// Of `okit.extend`, which only bindings find.
    case extensionFunction
  }

  let all: [Definition]
  /// The functions that scripts call on a class itself, such as `Notes.read`.
  let calledOnClasses: Set<String>
  /// Nil for several definitions of one name.
  private var byName: [String: Definition?] = [:]

  init(_ scripts: [LuaScript], _ inference: ScriptInference) {
    var all: [Definition] = []
    var called: Set<String> = []
    for script in scripts {
      func add(_ owner: LuaSyntax.Expression, _ name: LuaSyntax.Name, _ function: LuaSyntax.Function) {
        switch inference.value(of: owner) {
        case .entityClass(let type):
          all.append(Definition(type: type.name, name: name, function: function, script: script, kind: .method))
        case .component(let type):
          all.append(Definition(type: type, name: name, function: function, script: script, kind: .component))
        default: break
        }
      }
      LuaSyntax.walk(
        script.block,
        statement: { statement in
          for case (.field(let owner, let name), let function) in statement.functions { add(owner, name, function) }
        },
        { expression in
          guard case .call(let call) = expression, case .field(let module, let extend) = call.callee else { return }
          if case .entityClass(let type) = inference.value(of: module) { called.insert("\(type.name).\(extend.text)") }
          guard extend.text == "extend", case .module("okit") = inference.value(of: module), call.arguments.count == 2,
            let table = call.arguments[1].table
          else { return }
          let type = call.arguments[0].literal?.value ?? inference.type(named: call.arguments[0])?.name
          guard let type else { return }
          for entry in table.entries {
            guard let name = entry.name, case .function(let function) = entry.value else { continue }
            all.append(
              Definition(type: type, name: name, function: function, script: script, kind: .extensionFunction))
          }
        })
    }
    (self.all, calledOnClasses) = (all, called)
    for definition in all {
      let key = "\(definition.type).\(definition.name.text)"
      byName[key] = byName[key] == nil ? .some(definition) : .some(nil)
    }
  }

  /// The number of parameters of the first type that has a function, without the receiver.
  func parameters(_ types: [String], _ name: String) -> ClosedRange<Int>? {
    for type in types {
      guard let found = byName["\(type).\(name)"] else { continue }
      return found.map { Self.parameters(of: $0.function) }
    }
    return nil
  }

  private static func parameters(of function: LuaSyntax.Function) -> ClosedRange<Int> {
    let parameters = Array(function.parameters.dropFirst())
    let needed = neededParameters(of: function)
    let least = parameters.lastIndex { needed.contains(ObjectIdentifier($0)) }.map { $0 + 1 } ?? 0
    return least...max(least, function.isVariadic ? .max : parameters.count)
  }

  /// The parameters with which a function computes and which it never compares with nil.
  private static func neededParameters(of function: LuaSyntax.Function) -> Set<ObjectIdentifier> {
    var needed: Set<ObjectIdentifier> = []
    var optional: Set<ObjectIdentifier> = []
    func variable(_ expression: LuaSyntax.Expression) -> ObjectIdentifier? {
      if case .name(_, let variable?) = expression { ObjectIdentifier(variable) } else { nil }
    }
    func note(optional expression: LuaSyntax.Expression) {
      if let found = variable(expression) { optional.insert(found) }
      switch expression {
      case .unary("not", let operand, _), .parenthesized(let operand, _): note(optional: operand)
      case .binary(let sign, let left, let right) where ["and", "or", "==", "~="].contains(sign):
        note(optional: left)
        note(optional: right)
      // type(x) == "number"
      case .call(let call): for argument in call.arguments { note(optional: argument) }
      default: break
      }
    }
    LuaSyntax.walk(
      function.body,
      statement: { for test in $0.tests { note(optional: test) } },
      { expression in
        switch expression {
        case .binary(let sign, let left, let right):
          if ["and", "or", "==", "~="].contains(sign) {
            note(optional: expression)
          } else {
            needed.formUnion([left, right].compactMap(variable))
          }
        case .unary(let sign, let operand, _) where sign != "not": needed.formUnion([operand].compactMap(variable))
        case .field(let object, _), .index(let object, _, _): needed.formUnion([object].compactMap(variable))
        case .call(let call): if call.method != nil { needed.formUnion([call.callee].compactMap(variable)) }
        default: break
        }
      })
    for parameter in function.parameters where parameter.isReassigned { optional.insert(ObjectIdentifier(parameter)) }
    return needed.subtracting(optional)
  }
}
