import CAvahi

/// Keeps one service published: an entry group, filled again under another name at each conflict.
final class Publishing: AvahiWork, @unchecked Sendable {
  // SAFETY: every stored variable is touched under the loop's lock only.

  private let tell: AsyncStream<Advertiser.State>.Continuation
  private var client: OpaquePointer?
  private var group: OpaquePointer?
  private var wanted: Advertisement?
  /// The name as it is tried now: the wished one, or one that followed from conflicts.
  private var name = ""
  private var isEstablished = false
  private var conflicts = 0

  /// Who still meets a conflict under the hundredth name has an adversary.
  private static let conflictLimit = 100

  init(tell: AsyncStream<Advertiser.State>.Continuation) { self.tell = tell }

  func advertise(_ advertisement: Advertisement, as name: String) {
    wanted = advertisement
    self.name = name
    publish()
  }

  func withdraw() {
    guard wanted != nil else { return }
    wanted = nil
    if let group { avahi_entry_group_reset(group) }
    if isEstablished { tell.yield(.withdrawn(name: name)) }
    isEstablished = false
  }

  /// Nothing more will be told.
  func finish() { tell.finish() }

  // MARK: AvahiWork

  func daemonIsThere(_ client: OpaquePointer) {
    self.client = client
    publish()
  }

  func daemonIsGone() {
    client = nil
    if let group { avahi_entry_group_free(group) }
    group = nil
    isEstablished = false
  }

  func daemonIsMissing(_ error: DiscoveryError) { tell.yield(.unavailable(error)) }

  // MARK: The entry group

  private func publish() {
    guard let client, let wanted else { return }
    conflicts = 0
    if group == nil {
      // The context is not retained: the session holds this object until after the client, and the group with it, is gone.
      group = avahi_entry_group_new(client, groupChanged, Unmanaged.passUnretained(self).toOpaque())
    }
    guard let group else { return fail(DiscoveryError(avahi_client_errno(client))) }
    do throws(DiscoveryError) { try fill(group, wanted) } catch { fail(error) }
  }

  private func fill(_ group: OpaquePointer, _ wanted: Advertisement) throws(DiscoveryError) {
    let interfaces = try indices(of: wanted.interfaces)
    let text = textRecord(wanted.text)
    defer { avahi_string_list_free(text) }
    while true {
      avahi_entry_group_reset(group)
      var code: Int32 = 0
      for interface in interfaces where code >= 0 {
        code = avahi_entry_group_add_service_strlst(
          group, interface, AvahiProtocol(AVAHI_PROTO_UNSPEC), AvahiPublishFlags(0), name, wanted.type.rawValue, nil,
          nil,
          wanted.port, text)
      }
      if code >= 0 { code = avahi_entry_group_commit(group) }
      // Somebody else on this machine has it; who has it on another one is told later, as the group's state.
      if code == Int32(AVAHI_ERR_COLLISION), rename() { continue }
      guard code >= 0 else { throw DiscoveryError(code) }
      return
    }
  }

  /// Takes the next name: `studio #2` after `studio`.
  ///
  /// False after too many.
  private func rename() -> Bool {
    conflicts += 1
    guard conflicts < Self.conflictLimit, let next = avahi_alternative_service_name(name) else { return false }
    defer { avahi_free(next) }
    name = String(cString: next)
    return true
  }

  fileprivate func changed(_ state: AvahiEntryGroupState) {
    guard let wanted, let group else { return }
    switch state {
    case AVAHI_ENTRY_GROUP_ESTABLISHED:
      isEstablished = true
      tell.yield(.established(name: name))
    case AVAHI_ENTRY_GROUP_COLLISION:
      isEstablished = false
      do throws(DiscoveryError) {
        guard rename() else { throw DiscoveryError(Int32(AVAHI_ERR_COLLISION)) }
        try fill(group, wanted)
      } catch { fail(error) }
    case AVAHI_ENTRY_GROUP_FAILURE:
      fail(DiscoveryError(client.map { avahi_client_errno($0) } ?? Int32(AVAHI_ERR_FAILURE)))
    default: break  // Not published yet, or being published.
    }
  }

  private func fail(_ error: DiscoveryError) {
    isEstablished = false
    tell.yield(.unavailable(error))
  }
}

/// The indices of interfaces by their names; the one for all where there are none.
private func indices(of interfaces: [String]) throws(DiscoveryError) -> [AvahiIfIndex] {
  if interfaces.isEmpty { return [AvahiIfIndex(AVAHI_IF_UNSPEC)] }
  var indices: [AvahiIfIndex] = []
  for interface in interfaces {
    let index = avahi_interface_index(interface)
    guard index > 0 else { throw .noSuchInterface(interface) }
    indices.append(index)
  }
  return indices
}

/// A TXT record, to be freed by the caller.
///
/// The list grows at its front.
private func textRecord(_ entries: [(key: String, value: String)]) -> UnsafeMutablePointer<AvahiStringList>? {
  var list: UnsafeMutablePointer<AvahiStringList>?
  for (key, value) in entries.reversed() {
    let entry = Array("\(key)=\(value)".utf8.prefix(255))
    list = avahi_string_list_add_arbitrary(list, entry, entry.count)
  }
  return list
}

/// Called on the loop's thread, or by the function that changed the group.
private func groupChanged(
  _: OpaquePointer?, _ state: AvahiEntryGroupState, _ context: UnsafeMutableRawPointer?
) {
  guard let context else { return }
  Unmanaged<Publishing>.fromOpaque(context).takeUnretainedValue().changed(state)
}
