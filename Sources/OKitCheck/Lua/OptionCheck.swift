/// Finds options that functions of okit do not have, in the tables that scripts pass to them.
struct OptionCheck {
  private let inference: ScriptInference

  init(_ inference: ScriptInference) { self.inference = inference }

  /// The unknown options in the arguments of a call.
  func findings(in call: LuaSyntax.Call) -> [LocatedDiagnostic] {
    guard call.arguments.contains(where: { $0.table != nil }), let (function, name) = function(of: call) else {
      return []
    }
    return zip(function.parameters, call.arguments).flatMap { parameter, argument -> [LocatedDiagnostic] in
      let classes = parameter.type.names.filter { $0.hasPrefix("okit.") }.compactMap { inference.declared[$0] }
      guard let table = argument.table, classes.count == 1, let options = classes.first, options.parents.isEmpty,
        !options.members.isEmpty, !options.memberNames.contains(where: { $0.hasPrefix("[") })
      else { return [] }
      return table.entries.compactMap { entry in
        guard let option = entry.name, !options.memberNames.contains(option.text) else { return nil }
        let diagnostic = Diagnostic(
          "lua.field", "\(name) has no option \"\(option.text)\"",
          hint: NearestName.hint(for: option.text, in: options.memberNames))
        return (diagnostic, option.range)
      }
    }
  }

  /// The declared function that a call calls, and its name in messages; nil for any other one.
  private func function(of call: LuaSyntax.Call) -> (Declaration, name: String)? {
    let (owner, name): (String, LuaSyntax.Name)
    switch (call.method, call.callee) {
    case (let method?, let object):
      name = method
      switch inference.value(of: object) {
      case .module(ScriptInference.client): owner = ScriptInference.client
      case .collection: owner = "okit.Collection"
      default: return nil
      }
    case (nil, .field(let module, let function)):
      guard case .module(let declared) = inference.value(of: module) else { return nil }
      (owner, name) = (declared, function)
    default: return nil
    }
    guard let declared = inference.declared[owner],
      let function = declared.members.first(where: { $0.plainName == name.text && $0.isFunction })
    else { return nil }
    return (function, (declared.place.map { $0 + "." } ?? "") + name.text)
  }
}
