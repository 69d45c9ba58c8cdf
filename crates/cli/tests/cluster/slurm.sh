#!/usr/bin/env bash
# A Slurm of one node on the loopback, for tests: no administrator, no systemd, no cgroups.
#
#   slurm.sh fetch slurm PACKAGES      the programs, unpacked into a directory, unless they are installed
#   slurm.sh fetch parallel PACKAGES   GNU parallel in the same way
#   slurm.sh fetch linux PACKAGES      a kernel that is a process (user-mode Linux)
#   slurm.sh start PLACE PACKAGES      start it, with all its files in a directory
#   slurm.sh restart-node PLACE        as if the daemon of the node had died: jobs go on, and it comes back
#   slurm.sh stop PLACE                end it, with whatever it runs
#
# After `start`, `. PLACE/environment` makes `sbatch` and the others known to a shell.
# SLOTS is the number of processors that the node is said to have (2).
set -eu

slurm=(libhwloc15 liblua5.1-0 libmunge2 libnuma1 munge slurm-client slurm-wlm-basic-plugins slurmctld slurmd)

fetch() {
    local unpacked="$2" packages
    case "$1" in
        slurm)
            packages=("${slurm[@]}")
            ! installed || return 0
            ;;
        linux)
            packages=(user-mode-linux)
            ! command -v linux.uml >/dev/null || return 0
            ;;
        *)
            packages=("$1")
            ! command -v "$1" >/dev/null || return 0
            ;;
    esac
    # Several tests may want them at once.
    mkdir -p "$unpacked"
    exec 9>"$unpacked/lock"
    flock 9
    if [ -e "$unpacked/whole" ]; then
        return
    fi
    rm -rf "$unpacked/debs"
    mkdir "$unpacked/debs"
    (
        cd "$unpacked/debs"
        # Where nobody has asked Debian yet what there is, we do, for ourselves.
        apt-get download "${packages[@]}" || {
            mkdir lists cache
            private=(-o Dir::State::lists="$PWD/lists" -o Dir::Cache="$PWD/cache")
            apt-get "${private[@]}" update
            apt-get "${private[@]}" download "${packages[@]}"
        }
        for package in *.deb; do
            dpkg -x "$package" ..
        done
    ) >"$unpacked/log" 2>&1
    # Its drivers are many, and nobody here needs them.
    rm -rf "$unpacked/debs" "$unpacked/usr/lib/uml"
    touch "$unpacked/whole"
}

installed() {
    local name
    for name in sbatch slurmctld slurmd munged; do
        command -v "$name" >/dev/null || return 1
    done
}

# A port that nobody listens to.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Where the programs and plugins of Slurm are.
locate() {
    local unpacked="$1"
    if installed; then
        unpacked=""
    fi
    library="$(echo "$unpacked"/usr/lib/*/slurm-wlm)"
    [ -d "$library" ] || library="$(echo "$unpacked"/usr/lib/*/slurm)"
    sbin="$unpacked/usr/sbin"
    bin="$unpacked/usr/bin"
    slurmctld="$(first "$sbin/slurmctld" "$sbin/slurmctld-wlm")"
    slurmd="$(first "$sbin/slurmd" "$sbin/slurmd-wlm")"
    slurmstepd="$(first "$sbin/slurmstepd" "$sbin/slurmstepd-wlm")"
}

first() {
    local file
    for file in "$@"; do
        if [ -e "$file" ]; then
            echo "$file"
            return
        fi
    done
    echo "slurm.sh: $1 is not there" >&2
    return 1
}

# Start a daemon in a session of its own, and note its number.
daemon() {
    local name="$1"
    shift
    setsid "$@" </dev/null >>"$place/$name.log" 2>&1 &
    echo $! >"$place/$name.pid"
}

# Wait for something, but not for ever.
wait_for() {
    local what="$1" end=$((SECONDS + 60))
    shift
    while [ $SECONDS -lt $end ]; do
        # One that asks a daemon which is not there waits for minutes.
        if timeout 5 "$@" >/dev/null 2>&1; then
            return
        fi
        sleep 0.1
    done
    echo "slurm.sh: $what after 30 seconds" >&2
    tail -n 5 "$place"/*.log >&2
    return 1
}

start() {
    place="$1"
    mkdir -p "$place/state" "$place/spool"
    chmod 700 "$place"
    locate "$2"
    local user slots="${SLOTS:-2}" munge="$place/munge.socket"
    user="$(id -un)"
    cat >"$place/environment" <<END
export PATH="$bin:$sbin:\$PATH" SLURM_CONF="$place/slurm.conf" LD_LIBRARY_PATH="$(dirname "$library"):$library:\${LD_LIBRARY_PATH:-}"
END
    . "$place/environment"
    cat >"$place/slurm.conf" <<END
ClusterName=loopback
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
# Requeued jobs wait for as long as their credentials last.
AuthInfo=socket=$munge,cred_expire=5
PluginDir=$library
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.own.pid
SlurmdPidFile=$place/slurmd.own.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
MaxArraySize=${MAX_ARRAY:-1001}
KillWait=2
InactiveLimit=0
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,bf_interval=1
SlurmctldParameters=idle_on_node_suspend
MessageTimeout=30
NodeName=localhost NodeAddr=127.0.0.1 NodeHostname=localhost CPUs=$slots RealMemory=65536 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
END
    head -c 1024 /dev/urandom >"$place/munge.key"
    chmod 400 "$place/munge.key"
    daemon munged munged --foreground --force --key-file="$place/munge.key" --socket="$munge" \
        --pid-file="$place/munged.own.pid" --log-file="$place/munged.log" --seed-file="$place/munge.seed"
    wait_for "munged is not up" test -S "$munge"
    daemon slurmctld "$slurmctld" -D -i -f "$place/slurm.conf"
    start_node
    wait_for "the node is not idle" sh -c 'sinfo --noheader --format %T | grep -q idle'
}

start_node() {
    daemon slurmd "$slurmd" -D -N localhost -f "$place/slurm.conf" -d "$slurmstepd"
}

restart_node() {
    place="$1"
    . "$place/environment"
    locate "$(dirname "$(dirname "$(dirname "$(command -v sbatch)")")")"
    end slurmd
    start_node
    wait_for "the node does not answer" sh -c "scontrol ping | grep -q UP && sinfo --noheader --format %T | grep -Eq 'idle|mix|alloc'"
}

# End a daemon that was started here, by its number.
end() {
    local pid
    pid="$(cat "$place/$1.pid" 2>/dev/null)" || return 0
    kill "$pid" 2>/dev/null || return 0
    local tries
    for tries in $(seq 50); do
        kill -0 "$pid" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
}

stop() {
    place="$1"
    if [ ! -e "$place/environment" ]; then
        return
    fi
    . "$place/environment"
    scancel --user "$(id -un)" >/dev/null 2>&1 || true
    scancel --signal KILL --full --user "$(id -un)" >/dev/null 2>&1 || true
    local tries
    for tries in $(seq 50); do
        [ -n "$(squeue --noheader 2>/dev/null)" ] || break
        sleep 0.1
    done
    end slurmd
    end slurmctld
    end munged
}

case "${1:-}" in
    fetch) fetch "$2" "$3" ;;
    start) start "$2" "$3" ;;
    restart-node) restart_node "$2" ;;
    stop) stop "$2" ;;
    *)
        sed -n '2,/^set/p' "$0" | sed '$d'
        exit 2
        ;;
esac
