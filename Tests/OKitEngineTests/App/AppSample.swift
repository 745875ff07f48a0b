import OKitEngine
import OKitTestSupport

/// A running application with books: a list, a detail, an alert and a sheet; what a script would define, in Swift.
final class AppSample {
  let runtime: AppRuntime
  let driver: AppDriver
  let host: ClosureHost
  let shop: EntityID

  var store: ModelStore { runtime.store }
  var books: [EntityID] { store.entities(collection) }
  var names: [Value] { books.map { store.get($0, "name") } }

  private var collection: CollectionRef {
    guard case .collection(let books) = store.get(shop, "books") else { return CollectionRef(owner: shop, slot: -1) }
    return books
  }

  /// - Parameters:
  ///   - books: their names.
  ///   - list: properties of the list controller, on top of the sample's own.
  init(_ books: [String] = ["Emma", "Dune"], list: [String: PropertyReader.Input] = [:]) throws {
    var configuration = AppConfiguration(
      clock: RuntimeClock(virtual: DateValue(secondsSince1970: 1_580_472_000)),
      storage: TransientStorage())
    configuration.seed = 1
    runtime = try AppRuntime(configuration)
    host = try TestServices().host
    runtime.evaluator.host = host
    runtime.store.hooks = host
    driver = AppDriver(runtime)
    let store = runtime.store
    try store.define(
      "Book", extending: store.entityType,
      properties: [
        Property("name", .string), Property("author", .string), Property("marked", .bool),
        Property("copies", .int), Property("price", .double), Property("size", .int), Property("date", .date),
        Property("genre", .string),
      ])
    let type = try store.define(
      "Shop", extending: try store.requireType("ModelTransient", for: "the sample"),
      properties: [Property("books", .list(.entity("Book")))])
    shop = try runtime.registry.register(type)
    try store.set(shop, "books", .list(books.map { .map(["name": .string($0)]) }))
    try define("books", .list, Self.list(self).merging(list) { $1 })
    try define("book", .detail, try Self.detail(self))
    try define("help", .detail, ["titlePath": "#Help", "edit": "#false"])
    try runtime.launch()
  }

  func define(_ name: String, _ kind: ComponentDescriptor, _ values: [String: PropertyReader.Input]) throws {
    let parent = try parent(kind)
    let values = try PropertyReader(runtime.evaluator, kind, owner: name).read(values)
    try runtime.definition.define(name, extending: parent, values: values)
  }

  func component(_ kind: ComponentDescriptor, _ values: [String: PropertyReader.Input]) throws -> PropertyReader.Input {
    .component(
      Component(try parent(kind), try PropertyReader(runtime.evaluator, kind, owner: kind.name).read(values)))
  }

  private func parent(_ kind: ComponentDescriptor) throws -> ComponentClass {
    guard let parent = runtime.definition.classes[kind.name] else {
      throw Diagnostic("test.kind", "there is no class \(kind.name)")
    }
    return parent
  }

  private static func list(_ sample: AppSample) throws -> [String: PropertyReader.Input] {
    let mark = sample.host.function { [weak sample] receiver, _ in
      guard case .entity(let book) = receiver else { return .null }
      try sample?.store.set(book, "marked", .bool(true))
      return .null
    }
    return [
      "type": "Book", "dataPath": "books", "titlePath": "#Book Shop", "addName": "name", "reorder": "#true",
      "selectPath": "marked", "more": "#true", "quickName": "#Mark", "quickTap": .function(mark),
      "searchPath": "name", "searchFilterPath": "genre", "searchFilters": ["#Novel", "#Science"],
      "moreActions": [
        ["name": "#Set as Marked", "enabled": "!marked", "tap": .function(mark)],
        ["name": "#Other", "tap": .function(mark)],
      ],
      "left": [try sample.component(.barButtonItem, ["title": "#Help", "segue": ["to": "help", "kind": "present"]])],
      "toolbar": [
        try sample.component(.barButtonItem, ["title": "#Off", "tap": .function(mark), "enabled": "#false"])
      ],
      "cell": try sample.component(.tableCell, ["path": "name", "detailPath": "author", "segue": "book"]),
    ]
  }

  private static func detail(_ sample: AppSample) throws -> [String: PropertyReader.Input] {
    let cells: [PropertyReader.Input] = [
      try sample.component(.textCell, ["path": "#Name", "textPath": "name", "placeholder": "#Title"]),
      try sample.component(.textCell, ["textPath": "author", "placeholder": "#Author"]),
      try sample.component(.switchCell, ["path": "#Marked", "onPath": "marked"]),
      try sample.component(.stepperCell, ["path": "#Copies", "valuePath": "copies"]),
      try sample.component(.sliderCell, ["path": "#Price", "valuePath": "price", "maxValuePath": "#100"]),
      try sample.component(.segmentCell, ["path": "#Size", "segmentsPath": "#S,#M,#L", "selectIndexPath": "size"]),
      try sample.component(.tableCell, ["path": "#JSONValue"]),
      try sample.component(.textCell, ["path": "#Fixed", "textPath": "genre", "readOnly": "#true"]),
    ]
    return ["titlePath": "name", "sections": [["header": "#General", "cells": .list(cells)]]]
  }

  /// The message of what `body` throws, with its hint in brackets; nil when it throws nothing.
  static func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let diagnostic as Diagnostic {
      return "\(diagnostic.code.rawValue): \(diagnostic.message)" + (diagnostic.hint.map { " (\($0))" } ?? "")
    } catch { return "\(error)" }
  }
}
