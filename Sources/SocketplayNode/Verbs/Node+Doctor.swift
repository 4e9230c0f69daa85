import Discovery
import Security
import SessionCore
import Sys

extension Node {
  /// Looks for what stands in the way of finding and reaching each other.
  public func doctor() async -> [Finding] {
    var findings = Self.discoveryFindings()
    findings.append(Self.interfaceFinding())
    findings += Self.portFindings()
    findings += await hostFindings()
    findings.append(folderFinding(.receiveFolder, places.receive))
    findings.append(folderFinding(.runtimeFolder, places.runtime))
    findings.append(Self.encryptionFinding())
    findings.append(Self.playerFinding())
    return findings
  }

  private static func discoveryFindings() -> [Finding] {
    do throws(DiscoveryError) {
      let daemon = try Daemon.probe()
      let state: Finding =
        switch daemon.state {
        case .running: Finding(check: .avahiDaemon, verdict: .good, detail: "\(daemon.version), \(daemon.hostName)")
        case .registering:
          Finding(check: .avahiDaemon, verdict: .warning, detail: "still announcing \(daemon.hostName)")
        case .collision: Finding(check: .avahiDaemon, verdict: .warning, detail: "host name taken: \(daemon.hostName)")
        }
      return [Finding(check: .systemBus, verdict: .good, detail: ""), state]
    } catch .noSystemBus {
      return [
        Finding(check: .systemBus, verdict: .bad, detail: "no D-Bus system bus"),
        Finding(check: .avahiDaemon, verdict: .skipped, detail: ""),
      ]
    } catch {
      let failure = Failure(discovery: error)
      return [
        Finding(check: .systemBus, verdict: .good, detail: ""),
        Finding(check: .avahiDaemon, verdict: .bad, detail: failure.detail),
      ]
    }
  }

  private static func interfaceFinding() -> Finding {
    let interfaces = ((try? NetworkInterface.all()) ?? []).filter { $0.isUp && !$0.addresses.isEmpty }
    let usable = interfaces.filter { $0.isMulticast && !$0.isLoopback }.map(\.name)
    if !usable.isEmpty {
      return Finding(check: .multicastInterface, verdict: .good, detail: usable.joined(separator: ", "))
    }
    return Finding(
      check: .multicastInterface, verdict: .bad, detail: interfaces.map(\.name).joined(separator: ", "))
  }

  /// Who listens on UDP 5353, by `/proc/net`: nobody is the daemon's trouble, several are two responders.
  private static func portFindings() -> [Finding] {
    let listeners = ["/proc/net/udp", "/proc/net/udp6"].reduce(into: Set<String>()) { owners, path in
      guard let bytes = try? WholeFile.read(path, maximumSize: 1 << 20) else { return }
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst() {
        let fields = line.split(separator: " ")
        // local_address is HEX:PORT, 14E9 is 5353; field 7 is the owner's uid.
        if fields.count > 7, fields[1].hasSuffix(":14E9") { owners.insert(String(fields[7])) }
      }
    }
    let port =
      listeners.isEmpty
      ? Finding(check: .discoveryPort, verdict: .bad, detail: "nobody listens on UDP port 5353")
      : Finding(check: .discoveryPort, verdict: .good, detail: "UDP port 5353")
    let several = Finding(
      check: .responders, verdict: listeners.count > 1 ? .warning : .good,
      detail: listeners.count > 1 ? "users \(listeners.sorted().joined(separator: ", "))" : "")
    return [port, several]
  }

  /// Whether the running host's own port answers.
  private func hostFindings() async -> [Finding] {
    guard let folder = try? RuntimeFolder(places.runtime).sessions() else { return [] }
    var findings: [Finding] = []
    for name in folder {
      guard let status = try? await status(session: name), let port = status.port else { continue }
      let answers = await Self.answersHere(port: UInt16(clamping: port))
      findings.append(
        Finding(check: .hostPort, verdict: answers ? .good : .bad, detail: "\(name): TCP port \(port)"))
    }
    return findings
  }

  /// Whether a port answers on this machine: on loopback, or, for a host that is bound to one address, on that.
  private static func answersHere(port: UInt16) async -> Bool {
    let interfaces = (try? NetworkInterface.all()) ?? []
    let addresses = interfaces.filter(\.isUp).flatMap(\.addresses).map(\.host)
    for host in ["127.0.0.1"] + addresses where await Reachability.answers(Endpoint(host: host, port: port)) {
      return true
    }
    return false
  }

  /// Whether the folder, or the nearest one above it that is there, can be written.
  private func folderFinding(_ check: Finding.Check, _ path: String) -> Finding {
    var existing = path
    while (try? Path.status(existing)) ?? nil == nil, existing != "/" {
      let parent = Path.split(existing).parent
      existing = parent.isEmpty ? "/" : parent
    }
    let isUsable = Path.isWritable(existing)
    return Finding(check: check, verdict: isUsable ? .good : .bad, detail: path)
  }

  /// Whether encryption is as fast as the processor lets it be.
  private static func encryptionFinding() -> Finding {
    if TLSContext.usesWideInstructions {
      return Finding(check: .encryption, verdict: .good, detail: "AES-128-GCM by libIPSec_MB (VAES)")
    }
    let description = (try? WholeFile.read("/proc/cpuinfo", maximumSize: 1 << 20)) ?? []
    let flags = String(decoding: description, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    return TLSContext.gainsByWideInstructions && flags.contains("vaes") && flags.contains("avx512bw")
      ? Finding(check: .encryption, verdict: .warning, detail: "AES-128-GCM by OpenSSL, without this processor's VAES")
      : Finding(check: .encryption, verdict: .good, detail: "AES-128-GCM by OpenSSL")
  }

  private static func playerFinding() -> Finding {
    guard let player = Player.find() else {
      return Finding(check: .player, verdict: .warning, detail: "neither mpv nor ffplay")
    }
    return Finding(check: .player, verdict: .good, detail: player.path)
  }
}
