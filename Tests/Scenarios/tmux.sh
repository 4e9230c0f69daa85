# Terminals that a scenario types on and looks at: sourced after lib.sh. Needs tmux.
# shellcheck shell=bash
command -v tmux > /dev/null || { echo "there is no tmux" >&2; exit 77; }

tmux() { command tmux -u -S "$TMPDIR/tmux" -f /dev/null "$@"; }
trap 'tmux kill-server 2> /dev/null || true' EXIT

# terminal NAME HOME [WIDTHxHEIGHT]: a shell on a terminal of its own, whose commands are run as on HOME's machine.
terminal() {
  local size=${3:-80x24}
  (exec_as "$2" env) | grep -E '^SOCKETPLAY_(DIR|HOME|STATE|RUNTIME)=' | sed 's/^/export /' > "$1.env"
  tmux new-session -d -s "$1" -x "${size%x*}" -y "${size#*x}" "bash --norc --noprofile"
  enter "$1" ". ./$1.env; PS1='ready> '; clear"
  shows "$1" 'ready>$'
}

# press NAME KEY...: keys as tmux names them.
press() {
  local name=$1
  shift
  tmux send-keys -t "$name" "$@"
}

# write NAME TEXT: types it as it is.
write() { tmux send-keys -t "$1" -l "$2"; }

# enter NAME TEXT: types it, and a return.
enter() {
  write "$1" "$2"
  press "$1" Enter
}

# picture NAME: what is to be seen, without empty lines.
picture() { tmux capture-pane -p -t "$1" | sed 's/ *$//' | grep -v '^$' || true; }

# shows NAME PATTERN: waits until a line of the terminal matches, 10 s at most.
shows() { sees "$1" "$2" "there is no"; }

# hides NAME PATTERN: waits until no line matches.
hides() { sees "$1" "$2" "there still is"; }

sees() {
  local tries=0 found
  while :; do
    found=no
    if tmux capture-pane -p -t "$1" | sed 's/ *$//' | grep -qE -- "$2"; then found=yes; fi
    if [ "$3 $found" = "there is no yes" ] || [ "$3 $found" = "there still is no" ]; then return; fi
    tries=$((tries + 1))
    if [ $tries -gt 200 ]; then
      echo "$3 $2 on $1:" >&2
      picture "$1" >&2
      return 1
    fi
    sleep 0.05
  done
}

# run NAME COMMAND: runs it there on a cleared terminal; `left: STATUS` follows it.
run() { enter "$1" "clear; $2; echo \"left: \$?\""; }

# strike NAME SIGNAL COMMAND: sends a signal to what runs there and whose command line begins so.
strike() { pkill "-$2" -f "^$3" -s "$(tmux display-message -p -t "$1" '#{pane_pid}')"; }

# given_back NAME: waits until what ran there has left, prints how, and whether the terminal takes and shows lines as before.
given_back() {
  shows "$1" '^left: '
  enter "$1" 'stty -a | grep -ow -- "-\?icanon\|-\?echo"'
  shows "$1" '^echo$'
  picture "$1" | grep -vE 'ready>|^$|dumped|fault'
}

# stop_and_go NAME: stops what runs there, has the shell look whether the terminal takes lines, and lets it go on.
stop_and_go() {
  press "$1" C-z
  shows "$1" 'Stopped'
  enter "$1" 'stty -a | grep -ow -- "icanon"; fg; echo "left: $?"'
}
