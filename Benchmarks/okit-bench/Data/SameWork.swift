import OKitEngine

/// The data of all comparisons, which every engine generates from the same numbers.
struct SameWork {
  struct Item {
    var id: String
    var name: String
    var price: Int
    var marked: Bool
    var weight: Double
    var comment: String
  }

  private var state = 12345

  private mutating func next() -> Int {
    state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
    return state
  }

  static func items(_ count: Int, from first: Int = 0) -> [Item] {
    var numbers = SameWork()
    return (0..<count).map { index in
      let s = numbers.next()
      return Item(
        id: "n\(first + index)", name: "Item \(s % 9973)", price: s % 1000, marked: s & 7 == 0,
        weight: Double(s % 500) + 0.5, comment: comments[s % comments.count])
    }
  }

  private static let comments = [
    "A short one.", "Was here before, and the price was lower then; ask again in the autumn.",
    "Sold to the first who comes.", "Nobody knows where it came from, but it has been here since the shop opened.",
  ]

  /// The items as a document of the default model, as the engine writes it.
  static func document(_ items: [Item]) throws -> [UInt8] {
    var writer = JSONWriter(pretty: true, capacity: items.count * 240)
    try writer.beginObject()
    writer.key("id")
    writer.string("shop")
    writer.key("items")
    try writer.beginArray()
    for item in items {
      try writer.beginObject()
      writer.key("comment")
      writer.string(item.comment)
      writer.key("id")
      writer.string(item.id)
      writer.key("marked")
      writer.bool(item.marked)
      writer.key("name")
      writer.string(item.name)
      writer.key("price")
      writer.int(item.price)
      writer.key("weight")
      try writer.double(item.weight)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.finish() + [UInt8(ascii: "\n")]
  }

  static let documentPath = "okit/data/default.json"
}
