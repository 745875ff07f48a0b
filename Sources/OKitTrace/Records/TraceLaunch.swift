/// The start of an application, also after a relaunch.
package struct TraceLaunch: TraceRecordContent {
  /// The largest models that a trace has, as JSON; of larger ones, `models` is nil.
  package static let maximumModels = 16 << 20

  /// The number of the application, from 1.
  package var app: Int
  package var script: String
  /// Those of `okit.launch`.
  package var options: JSONValue
  /// The models by name, as snapshots.
  package var models: JSONValue?
  /// Why the trace does not have the models, although the application has some.
  package var missingModels: String?
  /// The requests that the start has sent, with their answers.
  package var requests: [JSONValue]
  /// The problems that the start has reported.
  package var diagnostics: [JSONValue] = []
  /// The number of the first screen; nil for a program.
  package var screen: Int?
  /// The standard output of a program that has ended, and its exit code; without an output that is too long.
  package private(set) var output: String?
  package private(set) var exitCode: Int?
  /// The time in ISO 8601.
  package var clock: String

  package init(
    app: Int, script: String, options: JSONValue, models: JSONValue?, requests: [JSONValue] = [], screen: Int?,
    program: (output: String, exitCode: Int)? = nil, clock: String
  ) {
    (self.app, self.script, self.options) = (app, script, options)
    (self.models, self.requests, self.screen, self.clock) = (models, requests, screen, clock)
    exitCode = program?.exitCode
    output = program.flatMap { $0.output.utf8.count <= Self.maximumOutput ? $0.output : nil }
  }

  /// Sets the models, unless they are too large.
  ///
  /// - Throws: `json.depth` for models that JSON cannot have.
  package mutating func set(models: [String: JSONValue]?) throws {
    guard let value = models.map(JSONValue.object) else { return }
    guard try value.jsonBytes().count <= Self.maximumModels else {
      missingModels = "they are larger than \(Self.maximumModels >> 20) MiB"
      return
    }
    self.models = value
  }

  /// The largest output that a trace has, in bytes.
  private static let maximumOutput = 1 << 20

  package var members: [(String, JSONValue?)] {
    [
      ("app", .int(app)), ("script", .string(script)), ("options", options), ("models", models),
      ("missingModels", missingModels.map(JSONValue.string)), ("requests", requests.isEmpty ? nil : .array(requests)),
      ("diagnostics", diagnostics.isEmpty ? nil : .array(diagnostics)), ("screen", screen.map(JSONValue.int)),
      ("output", output.map(JSONValue.string)), ("exitCode", exitCode.map(JSONValue.int)), ("clock", .string(clock)),
    ]
  }

  package init(_ object: TraceObject) throws(Diagnostic) {
    self.init(
      app: try object.int("app"), script: try object.text("script"), options: object["options"] ?? .object([:]),
      models: object["models"], requests: try object.list("requests"), screen: try object.optionalInt("screen"),
      clock: try object.text("clock"))
    (diagnostics, missingModels) = (try object.list("diagnostics"), try object.optionalText("missingModels"))
    (output, exitCode) = (try object.optionalText("output"), try object.optionalInt("exitCode"))
  }
}

/// A screen: whole, or as the changes of an earlier one.
package struct TraceScreen: TraceRecordContent {
  package enum Content: Sendable, Hashable {
    case value(JSONValue)
    case patch(base: Int, JSONPatch)
  }

  /// The number of the screen, from 1.
  package var id: Int
  package var content: Content

  package init(id: Int, _ content: Content) { (self.id, self.content) = (id, content) }

  package var members: [(String, JSONValue?)] {
    switch content {
    case .value(let value): [("id", .int(id)), ("value", value)]
    case .patch(let base, let patch): [("id", .int(id)), ("base", .int(base)), ("patch", patch.jsonValue)]
    }
  }

  package init(_ object: TraceObject) throws(Diagnostic) {
    id = try object.int("id")
    guard let base = try object.optionalInt("base") else {
      content = .value(try object.value("value"))
      return
    }
    content = .patch(base: base, try JSONPatch(object.value("patch")))
  }
}

/// The beginning of `app:step("buy", fn)`.
package struct TraceStep: TraceRecordContent {
  /// The number of the step, from 1.
  package var id: Int
  /// The number of the step around it.
  package var parent: Int?
  package var name: String
  package var place: TracePlace?

  package init(id: Int, parent: Int?, name: String, place: TracePlace?) {
    (self.id, self.parent, self.name, self.place) = (id, parent, name, place)
  }

  package var members: [(String, JSONValue?)] {
    [
      ("id", .int(id)), ("parent", parent.map(JSONValue.int)), ("name", .string(name)), ("place", place?.jsonValue),
    ]
  }

  package init(_ object: TraceObject) throws(Diagnostic) {
    self.init(
      id: try object.int("id"), parent: try object.optionalInt("parent"), name: try object.text("name"),
      place: try object.place())
  }
}

/// The end of a step.
package struct TraceStepEnd: TraceRecordContent {
  package var id: Int

  package init(id: Int) { self.id = id }

  package var members: [(String, JSONValue?)] { [("id", .int(id))] }

  package init(_ object: TraceObject) throws(Diagnostic) { id = try object.int("id") }
}
