/// Paths made absolute by their text alone.
enum AbsolutePath {
  /// `path` from `directory`, without empty and `.` components.
  ///
  /// Leading `..` go up from `directory`, which holds no links; one that stands at the end goes up too, so that the last
  /// component is a name. Others stay: before them may stand a link.
  static func of(_ path: String, in directory: String) -> String {
    var components: [Substring] = path.hasPrefix("/") ? [] : directory.split(separator: "/")
    let given = path.split(separator: "/").filter { $0 != "." }
    var isLeading = true
    for (index, component) in given.enumerated() {
      isLeading = isLeading && component == ".."
      if component == "..", isLeading || index == given.count - 1 {
        if !components.isEmpty { components.removeLast() }
      } else {
        components.append(component)
      }
    }
    return "/" + components.joined(separator: "/")
  }
}
