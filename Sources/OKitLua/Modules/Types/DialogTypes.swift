/// The tables that `okit.alert` and `okit.sheet` take, and what they give.
enum DialogTypes {
  static let alert = DeclaredClass(
    "okit.AlertOptions", "The content of an alert. All fields are optional.",
    [Declaration("fields?", "okit.DialogField[]", "its text fields")] + shared)

  static let sheet = DeclaredClass(
    "okit.SheetOptions", "The content of an action sheet. All fields are optional.", shared)

  private static let shared = [
    Declaration("title?", "string", "the title"),
    Declaration("message?", "string", "the text below it"),
    Declaration(
      "actions?", "okit.DialogAction[]", "its buttons; an alert without buttons has `OK`, a sheet always has `Cancel`"),
  ]

  static let action = DeclaredClass(
    "okit.DialogAction", "A button of a dialog.",
    [
      Declaration("title?", "string", "its text; default `OK`"),
      Declaration("style?", "okit.ActionStyle", "its style"),
      Declaration("tap?", "fun(texts: string[])", "the action, called with the texts of the fields"),
    ])

  static let field = DeclaredClass(
    "okit.DialogField", "A text field of an alert.",
    [
      Declaration("name?", "string", "its name in the answer"),
      Declaration("placeholder?", "string", "the text shown while it is empty"),
      Declaration("text?", "string", "its initial text"),
      Declaration("secure?", "boolean", "whether its text is hidden"),
    ])

  static let style = DeclaredAlias(
    "okit.ActionStyle", DeclaredType.choice(DialogAction.Style.allCases.map(\.rawValue)), "The style of a button.")
}
