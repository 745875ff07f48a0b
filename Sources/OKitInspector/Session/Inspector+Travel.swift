/// The states of the models between the steps of the history.
extension Inspector {
  var timelineNumbers: [Int] {
    let (position, present, count) = runtime.timeline
    return [position, present, count]
  }

  var timeline: JSONValue {
    let (position, present, count) = runtime.timeline
    let names = runtime.store.history.stepNames.map { name in
      name.map { JSONValue.string(runtime.store.secrets.masked($0)) } ?? .null
    }
    return ["position": .int(position), "present": .int(present), "count": .int(count), "names": .array(names)]
  }

  func travel(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    try runtime.travel(to: arguments.required("to") { key throws(Diagnostic) in try arguments.int(key) })
    return timeline
  }

  func discard(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    try runtime.discardLaterSteps()
    return timeline
  }
}
