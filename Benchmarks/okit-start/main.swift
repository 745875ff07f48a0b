// The least program that is linked as `okit-run` is: it prints one line, and refers to as much of Foundation, whose
// tables of metadata each start relocates.
import Foundation

if CommandLine.arguments.count > 1 {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: CommandLine.arguments[1])
  let number = NumberFormatter().string(from: 1) ?? ""
  let text = try? String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
  print(formatter.string(from: .now), number, text?.localizedStandardCompare("") == .orderedSame)
} else {
  print("okit-start")
}
