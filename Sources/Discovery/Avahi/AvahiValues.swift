import CAvahi

extension NumericAddress {
  /// An address as Avahi gives it; a link-local one gets the interface it was told on.
  init?(_ address: UnsafePointer<AvahiAddress>, on interface: AvahiIfIndex) {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      avahi_address_snprint(buffer.baseAddress, buffer.count, address).map { String(cString: $0) }
    }
    guard let text else { return nil }
    let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      buffer.baseAddress.flatMap { avahi_interface_name(interface, $0) }.map { String(cString: $0) }
    }
    self.init(text, interface: name ?? String(interface))
  }
}

/// The strings of a TXT record, in its order.
func strings(of list: UnsafeMutablePointer<AvahiStringList>?) -> [[UInt8]] {
  var strings: [[UInt8]] = []
  var node = list
  while let entry = node {
    let size = avahi_string_list_get_size(entry)
    if let text = avahi_string_list_get_text(entry) {
      strings.append([UInt8](UnsafeBufferPointer(start: text, count: size)))
    }
    node = avahi_string_list_get_next(entry)
  }
  return strings
}
