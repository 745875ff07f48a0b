import Testing

@testable import OKitLanguageServer

/// Places in unfinished bindings.
@Suite struct BindingCursorTests {
  private typealias Place = BindingCursor.Place

  private static let places: [(String, BindingCursor.Place)] = [
    ("", .name(path: "", partial: "")), ("na", .name(path: "", partial: "na")),
    ("  !na", .name(path: "", partial: "na")), ("a/b/na", .name(path: "a/b", partial: "na")),
    ("a.", .name(path: "a", partial: "")), ("a.@", .collectionOperator(path: "a", partial: "")),
    ("a@su", .collectionOperator(path: "a", partial: "su")), ("a.@sum.pr", .name(path: "a.@sum", partial: "pr")),
    ("$", .name(path: "", partial: "")), ("a/$au", .name(path: "a", partial: "au")),
    ("/", .name(path: "/", partial: "")), ("m>", .name(path: "m>", partial: "")),
    ("m>/x", .name(path: "m>", partial: "x")), ("a[0]/b", .name(path: "a[0]", partial: "b")),
    ("a[", .constant), ("#text, na", .name(path: "", partial: "na")), ("#text (a, b", .constant),
    ("#text", .constant), ("%Sold o", .localized(partial: "Sold o")), ("a,%Ke", .localized(partial: "Ke")),
    ("f(", .name(path: "", partial: "")), ("f(a/b,c/", .name(path: "c", partial: "")),
    ("f(a)/", .name(path: "f(a)", partial: "")), ("a/f(g(x),#y)/z", .name(path: "a/f(g(x),#y)", partial: "z")),
    ("f(#a)", .name(path: "f(#a)", partial: "")), ("f(%Key", .localized(partial: "Key")),
    ("= ", .formula(partial: "")), ("= 'a, b' || na", .formula(partial: "na")), ("= 12", .constant),
    ("= a.b.c", .name(path: "a.b", partial: "c")), ("= a.@", .collectionOperator(path: "a", partial: "")),
    ("= upper(na", .formula(partial: "na")), ("= [a/b", .name(path: "a", partial: "b")),
    ("= [f(a)] + x", .formula(partial: "x")), ("= 'open", .constant), ("= (1 + 2), na", .name(path: "", partial: "na")),
    ("f(= x, y", .name(path: "", partial: "y")), ("= [%K", .localized(partial: "K")),
  ]

  @Test(arguments: places) func place(_ text: String, _ place: BindingCursor.Place) {
    #expect(BindingCursor(text.utf8).place == place)
  }

  private static let calls: [(String, [String])] = [
    ("", []), ("f(", ["f 0"]), ("f(a,b,", ["f 2"]), ("f(a)", []), ("a/f(x,g(", ["a f 1", " g 0"]),
    ("f(#a (b, c), ", ["f 1"]), ("= substr(a, b", ["substr 1 sql"]), ("= (a", [" 0 sql"]),
    ("= f(a) + g(", ["g 0 sql"]), ("= f([a/h(1,", ["f 0 sql", "a h 1"]), ("= [a/h(1)] + f(", ["f 0 sql"]),
    ("= x.vat (2", ["x vat 0 sql"]),
  ]

  @Test(arguments: calls) func call(_ text: String, _ expected: [String]) {
    let found = BindingCursor(text.utf8).calls.map { call in
      "\(call.path.isEmpty ? "" : call.path + " ")\(call.name) \(call.parameter)\(call.isInFormula ? " sql" : "")"
    }
    #expect(found.map { $0.drop { $0 == " " } } == expected.map { $0.drop { $0 == " " } })
  }

  @Test func deeplyNestedTextsEnd() {
    for text in ["(", "a(", "= [", "= ((", "[", "= a([b("] {
      let cursor = BindingCursor(String(repeating: text, count: 20_000).utf8)
      #expect(cursor.calls.count <= 20_000 * 2)
    }
  }
}
