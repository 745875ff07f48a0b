import OKitValues
import Testing

@Suite struct ArticleTests {
  @Test(
    arguments: [
      ("String", "a String"), ("integer", "an integer"), ("Entity", "an Entity"), ("User", "a User"),
      ("update", "an update"), ("Uncle", "an Uncle"), ("unit", "a unit"), ("Übung", "a Übung"), ("u", "an u"),
      ("", "a "),
    ])
  func `names have an article`(name: String, text: String) {
    #expect(name.withArticle == text)
  }
}
