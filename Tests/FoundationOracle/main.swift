// Foundation's own property lists and keyed archives, for comparison; in a process of its own, since it may crash.
//
//   read      property lists on stdin -> one canonical line for each
//   rewrite   property lists on stdin -> the same as Foundation writes them
//   packages  archives of packages on stdin -> one line for each
//   archive   -> archives of packages of class FoundationOracle.Package, each followed by its line
//   defaults DOMAIN KEY         -> what UserDefaults has for a key, in words
//   set-defaults DOMAIN KEY N   sets an integer there
//
// On stdin and stdout every item is 8 bytes of length, little-endian, then the item.

import Foundation

func write(_ item: Data) {
  var length = UInt64(item.count).littleEndian
  FileHandle.standardOutput.write(Data(bytes: &length, count: 8) + item)
}

func write(_ line: String) { write(Data(line.utf8)) }

func readItems() -> [Data] {
  var rest = FileHandle.standardInput.readDataToEndOfFile()
  var items: [Data] = []
  while rest.count >= 8 {
    let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    items.append(Data(rest.dropFirst(8).prefix(length)))
    rest = Data(rest.dropFirst(8 + length))
  }
  return items
}

switch CommandLine.arguments.dropFirst().first {
case "read":
  for item in readItems() {
    do {
      write(canonical(try PropertyListSerialization.propertyList(from: item, format: nil)))
    } catch {
      write("error \(error)")
    }
  }
case "rewrite":
  for item in readItems() {
    do {
      let value = try PropertyListSerialization.propertyList(from: item, format: nil)
      write(try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
    } catch {
      write("error \(error)")
    }
  }
case "packages":
  for item in readItems() { write(Package.line(of: item)) }
case "archive":
  for package in Package.samples() {
    write(try NSKeyedArchiver.archivedData(withRootObject: package, requiringSecureCoding: false))
    write(package.line)
  }
case "defaults" where CommandLine.arguments.count == 4:
  let value = UserDefaults(suiteName: CommandLine.arguments[2])?.object(forKey: CommandLine.arguments[3])
  print(value.map { canonical($0) } ?? "none")
case "set-defaults" where CommandLine.arguments.count == 5:
  let defaults = UserDefaults(suiteName: CommandLine.arguments[2])
  defaults?.set(Int(CommandLine.arguments[4]), forKey: CommandLine.arguments[3])
  print(defaults?.synchronize() ?? false)
default:
  FileHandle.standardError.write(Data("usage: FoundationOracle read|rewrite|packages|archive\n".utf8))
  exit(64)
}
