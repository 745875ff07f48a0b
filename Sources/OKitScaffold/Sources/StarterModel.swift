/// The model of an application that is not made from data: a list of tasks.
enum StarterModel {
  static func draft(named name: Words) -> ModelDraft {
    var names = LuaNames.classes
    names.take("Task")
    let base = name.pascalCase
    var model = ModelDraft(name: names.unique(base, base + "Model", fallback: "Tasks"))
    var task = ClassDraft(name: "Task", label: "Task", pluralLabel: "Tasks")
    task.properties = [
      PropertyDraft("title", label: "Title", .text),
      PropertyDraft("isDone", label: "Done", .bool),
      PropertyDraft("priority", label: "Priority", .enumeration(["low", "normal", "high"])),
      PropertyDraft("due", label: "Due", .date(hasTime: false), isOptional: true),
      PropertyDraft("notes", label: "Notes", .longText),
    ]
    model.classes = [task]
    model.properties = [PropertyDraft("tasks", label: "Tasks", .objects("Task"))]
    model.content.values = [ContentField("tasks", .list(tasks.map(ContentValue.record)))]
    model.isFilled = true
    return model
  }

  private static let tasks = [
    task(
      "Read the tutorial", isDone: true, "normal", nil, "docs/getting-started.md explains models, bindings and screens."
    ),
    task(
      "Change this application", isDone: false, "high", "2020-02-01",
      "The classes are in model.lua, the screens in controllers.lua."),
    task("Run the tests", isDone: false, "low", nil, "okit-run test"),
  ]

  private static func task(
    _ title: String, isDone: Bool, _ priority: String, _ due: String?, _ notes: String
  ) -> ContentRecord {
    var record = ContentRecord()
    record.values = [
      ContentField("title", .text(title)), ContentField("isDone", .bool(isDone)),
      ContentField("priority", .text(priority)),
    ]
    if let due { record.values.append(ContentField("due", .text(due))) }
    record.values.append(ContentField("notes", .text(notes)))
    return record
  }
}
