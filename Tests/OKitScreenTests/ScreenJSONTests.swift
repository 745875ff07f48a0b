import OKitEngine
import Testing

@Suite struct ScreenJSONTests {
  @Test func exampleOfTheSpecification() throws {
    let json = """
      { "kind":"list", "name":"books", "instance":null,
        "prompt":null, "title":"Book Shop", "subtitle":"2 Books", "editing":false,
        "left":[{"id":"left:0","title":"Menu","enabled":true,"role":"button","label":"Menu","value":null}],
        "right":[{"id":"right:add","title":"Add","role":"button","label":"Add","value":null},
          {"id":"right:edit","title":"Edit","role":"button","label":"Edit","value":null}], "toolbar":[],
        "search":{"id":"search","text":"","scopes":[],"scope":0,"role":"searchbox","label":"Search","value":""},
        "index":[],
        "sections":[{"header":"Today","footer":null,"rows":[
           {"id":"cell:1","text":"Dune","detail":"not marked","image":"book","ribbon":null,"accessory":"disclosure",
            "button":{"id":"cell:1/accessory","title":"Mark","enabled":true,"role":"button","label":"Mark",
              "value":null},
            "leading":["Mark"],"trailing":["Delete","More..."],"control":null,"selected":false,"height":null,
            "role":"row","label":"Dune","value":"not marked"}]}],
        "titleRuns":[], "subtitleRuns":[], "titleView":null, "views":[], "help":null, "helpTitle":null, \
      "keyboard":null, "refresh":false,
        "activityTop":null, "forceUpdate":null, "forceListUpdate":null, "refTypeName":null,
        "alert":null, "sheet":null, "tabs":[], "menu":null, "storyboardName":null, "popGesture":false, "cover":null,
        "activity":false, "menuHideStatusBar":false,
        "theme":{"name":"", "isDark":false, "statusBarStyle":"default", "barStyle":"default",
          "backgroundColor":"#ffffff", "textColor":"#000000", "tintColor":"#007aff", "groupedBackgroundColor":"#efeff4",
          "navBarColor":"#ffffff", "navBarLineColor":"#d1d1d1", "tabBarColor":"#ffffff", "tabBarLineColor":"#d1d1d1",
          "toolBarColor":"#ffffff", "toolBarLineColor":"#d1d1d1", "cellColor":"#ffffff", "activeColor":"#007aff",
          "accentColor":"#d1d1d1", "placeholderColor":"#c7c7cc"} }
      """
    #expect(try ScreenSamples.example.jsonValue == JSONValue.parse(json: json))
  }

  @Test func totalAndFromStandBesideTheSections() {
    var screen = ScreenSamples.example
    screen.window = Window(total: 100_000, from: 0)
    #expect(screen.jsonValue["total"] == 100_000)
    #expect(screen.jsonValue["from"] == 0)
    #expect(ScreenSamples.example.jsonValue["total"] == nil)
  }

  private func json(_ control: Control) -> JSONValue {
    Screen.Row(id: .cell(1), control: control).jsonValue["control"] ?? .null
  }

  @Test func controlWithEveryKey() {
    var control = Control(
      kind: .stepper, value: .double(3), isEnabled: false, min: .int(0), max: .double(99.5), step: 0.5)
    (control.text, control.minText, control.maxText) = ("3", "0", "99,5")
    #expect(
      json(control) == [
        "id": "cell:1/control", "kind": "stepper", "value": 3, "text": "3", "enabled": false, "min": 0, "minText": "0",
        "max": 99.5, "maxText": "99,5", "step": 0.5, "options": [],
        "placeholder": nil, "secure": false, "mode": nil, "role": "spinbutton", "label": "",
      ])
  }

  @Test func dateIsISOText() {
    let control = Control(
      kind: .date, value: .date(DateValue(secondsSince1970: 1_580_472_000.5)),
      min: .date(DateValue(secondsSince1970: -86_400)), mode: "date")
    #expect(json(control)["value"] == "2020-01-31T12:00:00.500Z")
    #expect(json(control)["min"] == "1969-12-31T00:00:00Z")
    #expect(json(control)["mode"] == "date")
  }

  @Test func whatJSONCannotSayIsNull() {
    #expect(json(Control(kind: .slider, value: .double(.nan), max: .double(.infinity)))["value"] == .null)
    #expect(json(Control(kind: .slider, value: .null, max: .double(.infinity)))["max"] == .null)
  }

  @Test func dialogs() {
    let actions = [
      DialogAction(title: "OK", isEnabled: false), DialogAction(title: "Cancel", style: .cancel),
      DialogAction(title: "Delete", style: .destructive),
    ]
    let plainActions: JSONValue = [
      [
        "id": "dialog:7/action:0", "title": "OK", "style": "default", "enabled": false, "role": "button",
        "label": "OK", "value": nil,
      ],
      [
        "id": "dialog:7/action:1", "title": "Cancel", "style": "cancel", "enabled": true, "role": "button",
        "label": "Cancel", "value": nil,
      ],
      [
        "id": "dialog:7/action:2", "title": "Delete", "style": "destructive", "enabled": true, "role": "button",
        "label": "Delete", "value": nil,
      ],
    ]
    var alert = Alert(title: "New Book", fields: [DialogField(name: "name", placeholder: "Name")], actions: actions)
    var sheet = Sheet(message: "Really?", actions: actions)
    (alert.id, sheet.id) = (DialogID(7), DialogID(7))
    #expect(
      alert.jsonValue == [
        "id": "dialog:7", "title": "New Book", "message": nil,
        "fields": [
          [
            "id": "dialog:7/field:0", "name": "name", "placeholder": "Name", "text": "", "secure": false,
            "role": "textbox", "label": "Name", "value": "",
          ]
        ], "actions": plainActions, "role": "alertdialog", "label": "New Book", "value": nil,
      ])
    #expect(
      sheet.jsonValue
        == [
          "id": "dialog:7", "title": nil, "message": "Really?", "fields": [], "actions": plainActions,
          "role": "dialog", "label": "Really?", "value": nil,
        ])
  }

  @Test func secureTextIsNowhere() throws {
    var screen = ScreenSamples.example
    screen.sections[0].rows[0].control = Control(kind: .text, value: .string("sesame"), isSecure: true)
    screen.alert = Alert(fields: [DialogField(name: "Password", text: "sesame", isSecure: true)])
    #expect(
      screen.jsonValue["alert"]?["fields"] == [
        [
          "id": "dialog:0/field:0", "name": "Password", "placeholder": nil, "text": nil, "secure": true,
          "role": "textbox", "label": "Password", "value": nil,
        ]
      ])
    #expect(screen.sections[0].rows[0].jsonValue["control"]?["value"] == .null)
    for text in [try screen.jsonValue.json(pretty: true), screen.text(), String(reflecting: screen)] {
      #expect(!text.contains("sesame"))
    }
  }

  @Test func accessoriesByNumber() {
    let names = (0...4).map { Screen.Row.Accessory(number: $0)?.rawValue }
    #expect(names == ["none", "disclosure", "detailDisclosure", "checkmark", "detail"])
    #expect(Screen.Row.Accessory(number: 5) == nil)
    #expect(Screen.Row.Accessory(number: -1) == nil)
  }
}
