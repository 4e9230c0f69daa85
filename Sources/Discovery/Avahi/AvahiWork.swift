/// What is done on a connection to avahi-daemon, and done again when the daemon comes back.
///
/// Every method is called with the loop's lock held: on its thread, or while that does not run.
protocol AvahiWork: AnyObject {
  /// The daemon is there: make everything that is wanted on this client, which lives until `daemonIsGone()`.
  func daemonIsThere(_ client: OpaquePointer)

  /// The client is about to be freed, or the daemon is changing its host name: free what was made on it.
  func daemonIsGone()

  /// There is no daemon to be reached, for this reason. Told once, until it is another reason or the daemon was there.
  func daemonIsMissing(_ error: DiscoveryError)
}
