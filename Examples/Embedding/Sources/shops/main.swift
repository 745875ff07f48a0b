// Ten shops in one process, each with an application of its own: sells a book in each, and prints its screen.
import ShopService

let shops = (0..<10).map { _ in Shop() }
for shop in shops { try await shop.open(MemoryStorage()) }
let handler = ShopHandler(shops)
for number in shops.indices {
  let answer = try await handler.respond("POST", "/shops/\(number)", Array(#"{"tap": "right:0"}"#.utf8))
  print(answer.status, String(decoding: answer.body, as: UTF8.self))
}
for shop in shops { try await shop.close() }
