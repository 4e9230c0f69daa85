/// What kind of service is published and looked for; the raw values are its DNS-SD types.
public enum ServiceType: String, Sendable, Hashable {
  /// Hosts: the type that the original apps publish too.
  case host = "_deng._tcp"
  /// Rooms.
  case room = "_deng-room._tcp"
}

/// The name of a service: 1 to 63 bytes of UTF-8, otherwise anything (RFC 6763, section 4.1.1).
enum ServiceName {
  /// The longest name, in bytes: a DNS label.
  static let limit = 63

  /// The name as it can be published: cut to 63 bytes where no character is torn apart.
  static func publishable(_ name: String) throws(DiscoveryError) -> String {
    guard !name.isEmpty, !name.utf8.contains(0) else { throw .nameInvalid }
    if name.utf8.count <= limit { return name }
    var cut = ""
    for character in name {
      guard cut.utf8.count + character.utf8.count <= limit else { break }
      cut.append(character)
    }
    if !cut.isEmpty { return cut }
    // One character of more than 63 bytes: as many of its scalars as fit.
    var scalars = String.UnicodeScalarView()
    var bytes = 0
    for scalar in name.unicodeScalars {
      bytes += scalar.utf8.count
      guard bytes <= limit else { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  /// The name as it can be looked up.
  static func valid(_ name: String) throws(DiscoveryError) -> String {
    guard (1...limit).contains(name.utf8.count), !name.utf8.contains(0) else { throw .nameInvalid }
    return name
  }
}

extension Unicode.Scalar {
  /// Its UTF-8.
  fileprivate var utf8: String.UTF8View { String(self).utf8 }
}
