import OKitModel
import Testing

/// Bindings as OKit's Bookshop uses them, each kind at least once.
@Suite("Bookshop bindings")
struct BindingStoryboardTests {
  static let bindings: [(text: String, structure: String)] = [
    ("name", "(path name)"),
    ("themeName", "(path themeName)"),
    ("openDirectory", "(path openDirectory)"),
    ("/", "(path /)"),
    ("/genres", "(path / genres)"),
    ("directory>/", "(path directory> /)"),
    ("settings>/", "(path settings> /)"),
    ("ref/name", "(path ref name)"),
    ("ref/name/initial", "(path ref name initial)"),
    ("genre/ref/name", "(path genre ref name)"),
    ("protectionTimeout/ref/id", "(path protectionTimeout ref id)"),
    ("date/formatDate", "(path date formatDate)"),
    ("date.formatDate", "(path (. date formatDate))"),
    ("date/formatRelativeDate", "(path date formatRelativeDate)"),
    ("authors.@count", "(path (. authors @count))"),
    ("authors.@count/suffixPlural(#entry)", #"(path (. authors @count) (call suffixPlural "entry"))"#),
    ("copies/suffixPlural(#piece)", #"(path copies (call suffixPlural "piece"))"#),
    ("activate()", "(path (call activate))"),
    ("setMarkedWithPrompt()", "(path (call setMarkedWithPrompt))"),
    ("activate,setAsMarked()", "(path activate) , (path (call setAsMarked))"),
    ("!marked", "(! (path marked))"),
    (",!marked", "(path) , (! (path marked))"),
    (",,marked", "(path) , (path) , (path marked)"),
    (
      ",,%Specifies the lead author of the book",
      #"(path) , (path) , %"Specifies the lead author of the book""#
    ),
    ("A,B", "(path A) , (path B)"),
    ("%Book Shop", #"%"Book Shop""#),
    ("%Price: ,price/round2, %EUR", #"%"Price:" , (path price round2) , %"EUR""#),
    ("%Copies: ,copies", #"%"Copies:" , (path copies)"#),
    ("%Non-Fiction,%Fiction,%Other", #"%"Non-Fiction" , %"Fiction" , %"Other""#),
    ("%Activate,%Set as Marked", #"%"Activate" , %"Set as Marked""#),
    ("#true", "true"),
    ("#false", "false"),
    ("#0", "0"),
    ("#132", "132"),
    ("#book", #""book""#),
    ("#OKit Demo App", #""OKit Demo App""#),
    ("#2019-01-01T00:00:00+0000", #""2019-01-01T00:00:00+0000""#),
    (
      "m1>/a/$b/../c()/d[1]/e(/a)/f.g.@avg.h",
      "(path m1> / a ($ b) parent (call c) (at d 1) (call e (path / a)) (. f g @avg h))"
    ),
  ]

  @Test("parses and prints back", arguments: bindings)
  func parses(_ text: String, structure: String) throws {
    let binding = try Binding.parse(text)
    #expect(BindingNotation.text(of: binding.parts) == structure)
    #expect(try BindingNotation.text(of: Binding.parse(binding.description).parts) == structure)
  }
}
