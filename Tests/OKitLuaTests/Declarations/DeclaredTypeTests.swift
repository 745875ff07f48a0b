import OKitEngine
import Testing

@testable import OKitLua

/// The notation that declarations are written in.
@Suite struct DeclaredTypeTests {
  @Test(arguments: [
    "string", "okit.Date?", "string|number|okit.Date", "string[]", "(string|number)[]", "(fun(): any)[]", "fun()",
    "fun(seconds: number, fn?: fun(new: any, old: any)): boolean", "\"push\"|\"present\"", "`T`|T",
    "table<string, okit.Collection<T>>", "{ title?: string, [integer]: any }", "{}", "fun(...: any): ...: any",
    "fun(): button: string, texts: table", "fun<T, P: table>(self: T, properties?: P): T|P", "1|true",
    "fun(name: controllers.`T`): T",
  ]) func isReadAndWritten(text: String) throws {
    #expect("\(try DeclaredType(text))" == text)
  }

  @Test func doesNotMindSpace() throws {
    #expect(
      "\(try DeclaredType(" fun( a :string , b ? : { x:number } ) : T [] "))"
        == "fun(a: string, b?: { x: number }): T[]")
  }

  @Test func hasMeaningsOfParameters() throws {
    let signature = try DeclaredType.signature("(place: string 'from 1, or a row', fn: fun()): string 'what was there'")
    #expect(signature.parameters.map(\.meaning) == ["from 1, or a row", ""])
    #expect(signature.results.map(\.meaning) == ["what was there"])
  }

  @Test func knowsTheTypesInIt() throws {
    let text = "fun<T: okit.Entity>(a: T, b: okit.Date[]|\"x\", c?: { k: table<string, okit.App> }): fun(x: okit.Row)"
    #expect(
      try DeclaredType(text).names == ["okit.Entity", "okit.Date", "table", "string", "okit.App", "okit.Row"])
  }

  @Test(arguments: [
    ("", "\"\": expected a name at character 1"),
    ("string|", "\"string|\": expected a name at character 8"),
    ("fun(a string)", "\"fun(a string)\": expected \":\" at character 7"),
    ("fun(a: string", "\"fun(a: string\": expected \")\" at character 14"),
    ("table<string", "\"table<string\": expected \">\" at character 13"),
    ("\"open", "\"\"open\": expected \" at character 6"),
    ("string]", "\"string]\": expected the end at character 7"),
    (".x", "\".x\": expected a name at character 1"),
  ]) func failsWithThePlace(text: String, message: String) {
    let diagnostic = problem { _ = try DeclaredType(text) }
    #expect(diagnostic?.code == "declaration.syntax")
    #expect(diagnostic?.message == message)
  }

  @Test func namesParameters() {
    let declaration = Declaration("sleep", "(seconds: number, ...: any)", "Waits.")
    #expect(declaration.parameterName(0) == "seconds")
    #expect(declaration.parameterName(1) == nil)
    #expect(declaration.parameterName(2) == nil)
    #expect(Declaration("screen", "okit.Screen").parameterName(0) == nil)
  }
}
