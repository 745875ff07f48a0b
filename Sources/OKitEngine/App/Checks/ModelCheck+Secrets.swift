/// Secrets in models that anybody can read.
extension ModelCheck {
  /// A warning for each secret property that a registered model stores without encryption.
  package static func plainSecrets(_ evaluator: Evaluator) -> [Diagnostic] {
    let store = evaluator.store
    var (found, reported): ([Diagnostic], Set<Diagnostic.Origin>) = ([], [])
    for (name, root) in store.models.sorted {
      guard store.secrets.isDeclared, let type = store.type(of: root), type.isStored, !type.isEncrypted else {
        continue
      }
      var (seen, waiting): (Set<String>, [EntityType]) = ([], [type])
      while let owner = waiting.popLast() {
        guard seen.insert(owner.name).inserted else { continue }
        waiting += store.types.made.filter { $0.superType === owner }
        for property in owner.properties where !property.isTransient && !property.isComputed {
          if let owned = property.ownedTypeName, !property.isReference, let type = store.type(named: owned) {
            waiting.append(type)
          }
          let origin = Diagnostic.Origin(owner: owner.name, property: property.name, place: owner.place)
          guard property.isSecret, reported.insert(origin).inserted else { continue }
          found.append(
            Diagnostic(
              "model.secret",
              "\(owner.name).\(property.name) is secret, and the model \"\(name)\" stores it without encryption",
              severity: .warning, place: evaluator.place(of: origin),
              hint: "keep it in a class that extends okit.ModelEncrypted, or as transient = true"
            ).from(origin))
        }
      }
    }
    return found
  }
}
