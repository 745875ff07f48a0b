import OKitEngine
import OKitLua
import OKitTestSupport

extension LuaApplication.Options {
  /// The options of applications that can use all parts, as those of `okit-run`.
  static var withParts: Self {
    var options = Self()
    options.parts = .everything
    return options
  }
}
