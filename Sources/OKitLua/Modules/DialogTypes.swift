import OKitEngine

/// The tables that `okit.alert` and `okit.sheet` take, and what they give.
enum DialogTypes {
  static let alert = DeclaredClass(
    "okit.AlertOptions", "What an alert shows. Everything may be left out.",
    [Declaration("fields?", "okit.DialogField[]", "what can be typed into it")] + shared)

  static let sheet = DeclaredClass(
    "okit.SheetOptions", "What an action sheet shows. Everything may be left out.", shared)

  private static let shared = [
    Declaration("title?", "string", "the title"),
    Declaration("message?", "string", "the text below it"),
    Declaration("actions?", "okit.DialogAction[]", "its buttons; an alert without any has `OK`, a sheet gets `Cancel`"),
  ]

  static let action = DeclaredClass(
    "okit.DialogAction", "A button of a dialog.",
    [
      Declaration("title?", "string", "its text, `OK` unless given"),
      Declaration("style?", "okit.ActionStyle", "how it looks"),
      Declaration("tap?", "fun(texts: string[])", "what it does, with the texts of the fields"),
    ])

  static let field = DeclaredClass(
    "okit.DialogField", "A text field of an alert.",
    [
      Declaration("name?", "string", "what the answer calls it"),
      Declaration("placeholder?", "string", "what it shows when it is empty"),
      Declaration("text?", "string", "what it holds at first"),
      Declaration("secure?", "boolean", "whether what is typed is hidden"),
    ])

  static let style = DeclaredAlias(
    "okit.ActionStyle", DeclaredType.choice(DialogAction.Style.allCases.map(\.rawValue)), "How a button looks.")
}
