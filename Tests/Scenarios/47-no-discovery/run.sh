#!/usr/bin/env bash
# Without avahi-daemon or D-Bus, host warns once and serves; doctor names what is missing and the way round.
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

# doctor WHAT: the checks of doctor that are about the network, on bob.
doctor() {
  echo "doctor, $1:"
  lab on bob socketplay doctor --json > doctor.out || echo "  ended with $?"
  grep -E '"check": ?"(systemBus|avahiDaemon|multicastInterface|discoveryPort|responders)"' doctor.out |
    sed -E 's/.*"check": ?"([^"]*)".*"verdict": ?"([^"]*)".*"remedy": ?(null|".{12}).*/  \1 \2 \3/' | grep -v ' good ' || true
}

doctor "all is well"
lab daemon stop bob
doctor "no daemon"
lab on bob socketplay browse --timeout 1 || echo "browse: $?"
lab on bob socketplay join studio --timeout 1 || echo "join: $?"
lab bus stop bob
doctor "no bus"
lab on bob ip link set eth0 down
doctor "no interface"
lab on bob ip link set eth0 up

begin host bob socketplay host --name studio --json
address=10.77.0.2:$(port host)
begin join alice socketplay join --address "$address" --json
await join "$(event connected)"
lab on alice socketplay say 'without discovery'
await host "$(event text)"
grep -cE "$(event warning)" host.out
cat host.err
