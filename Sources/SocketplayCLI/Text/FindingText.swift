import SocketplayNode

/// What `doctor` says of a finding: a line, and the remedy where there is one.
struct FindingText: Equatable {
  var line: String
  var remedy: String?

  init(_ finding: Finding) {
    let detail = printable(finding.detail)
    let mark = Self.mark(finding.verdict)
    line = "\(mark)  \(Self.subject(finding.check))" + (detail.isEmpty ? "" : ": \(detail)")
    remedy =
      switch finding.verdict {
      case .bad, .warning: Self.remedy(finding.check)
      case .good, .skipped: nil
      }
  }

  private static func mark(_ verdict: Finding.Verdict) -> String {
    switch verdict {
    case .good: "ok  "
    case .warning: "warn"
    case .bad: "bad "
    case .skipped: "skip"
    }
  }

  private static func subject(_ check: Finding.Check) -> String {
    switch check {
    case .systemBus: "D-Bus system bus"
    case .avahiDaemon: "avahi-daemon"
    case .multicastInterface: "network interface with multicast"
    case .discoveryPort: "discovery port"
    case .responders: "multicast DNS responders on this machine"
    case .hostPort: "port of a running host"
    case .receiveFolder: "receive folder"
    case .runtimeFolder: "folder of control sockets"
    case .encryption: "encryption"
    case .player: "music player"
    }
  }

  private static func remedy(_ check: Finding.Check) -> String {
    switch check {
    case .systemBus:
      "apt-get install dbus avahi-daemon, then service dbus start; or do without: socketplay join --address HOST:PORT"
    case .avahiDaemon:
      """
      apt-get install avahi-daemon, then service avahi-daemon start; or do without: \
      socketplay join --address HOST:PORT
      """
    case .multicastInterface:
      "ip link set IF up multicast on; or do without: socketplay join --address HOST:PORT"
    case .discoveryPort: "service avahi-daemon start, and open the port in the firewall: ufw allow 5353/udp"
    case .responders: "two responders answer twice: stop one, such as systemd-resolved's (MulticastDNS=no)"
    case .hostPort: "open its TCP port in the firewall, or choose an open one: socketplay host --port N"
    case .receiveFolder: "choose a folder that can be written with --dir DIR, or make room there"
    case .runtimeFolder: "make it yours alone (chmod 700), or name another one in SOCKETPLAY_RUNTIME"
    case .encryption:
      "apt-get install libipsec-mb1, which takes a quarter of the time; a program built without libipsec-mb-dev, or with another version of it, is to be built again"
    case .player: "apt-get install mpv"
    }
  }
}
