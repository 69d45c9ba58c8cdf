//! A hundred ways to reach what is not one's own.
//!
//! In their texts, `WORLD` is a directory with `secret.txt`, `victim.txt`, `run.sh`, `socket` and `home`; `VICTIM` is the number of
//! a process; `TCP` and `UDP` are ports; `MARK` is a name. What cannot be seen from outside says `REACHED`.

/// What a trick is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// Lines of Python, which ProbLog executes.
    Python,
    /// A goal, which SWI-Prolog executes.
    Prolog,
    /// A whole program for SWI-Prolog.
    Text,
}

/// A trick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trick {
    pub(super) language: Language,
    pub(super) text: &'static str,
    /// Whether it may be tried without the wall: it harms nothing but the world.
    pub(super) is_harmless: bool,
}

pub(super) fn all() -> Vec<Trick> {
    let trick = |language, is_harmless| move |text| Trick { language, text, is_harmless };
    let (python, prolog) = (Language::Python, Language::Prolog);
    let mut all: Vec<Trick> = IN_PYTHON.into_iter().map(trick(python, true)).collect();
    all.extend(IN_PYTHON_HARMFUL.into_iter().map(trick(python, false)));
    all.extend(IN_PROLOG.into_iter().map(trick(prolog, true)));
    all.extend(TEXTS.into_iter().map(trick(Language::Text, true)));
    all
}

/// A trick with this word in it does its work when the engine has ended.
pub(super) const DAEMON: &str = "setsid";

/// What comes before a trick in Python.
pub(super) const PYTHON: &str = "\
import ctypes, glob, mmap, os, resource, shutil, signal, socket, stat, struct, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def say(*words): print(*words, file=sys.stderr, flush=True)
def call(*arguments):
    result = libc.syscall(*arguments)
    if result < 0: raise OSError(ctypes.get_errno(), 'refused')
    return result
def sh(command): return subprocess.run(command, shell=True, capture_output=True, text=True).stdout
def tell(path): say(open(path, errors='replace').read())
error = None
try:
";

/// What comes after it.
pub(super) const PYTHON_END: &str = "
except BaseException as caught:
    error = caught
say('executed', repr(error))
";

const IN_PYTHON: [&str; 51] = [
    // Read.
    "tell('WORLD/secret.txt')",
    "say(os.read(os.open('WORLD/secret.txt', os.O_RDONLY), 99))",
    "say(sh('cat WORLD/secret.txt'))",
    "os.symlink('WORLD/secret.txt', os.environ['TMPDIR'] + '/x'); tell(os.environ['TMPDIR'] + '/x')",
    "shutil.copy('WORLD/secret.txt', os.environ['TMPDIR'] + '/x'); tell(os.environ['TMPDIR'] + '/x')",
    "say(mmap.mmap(os.open('WORLD/secret.txt', os.O_RDONLY), 0, prot=mmap.PROT_READ).read())",
    "os.sendfile(2, os.open('WORLD/secret.txt', os.O_RDONLY), 0, 99)",
    "tell('/proc/self/root' + 'WORLD/secret.txt')",
    "tell('/proc/VICTIM/root' + 'WORLD/secret.txt')",
    "tell('/proc/VICTIM/cwd/secret.txt')",
    "tell('/proc/VICTIM/fd/0')",
    "tell('/proc/VICTIM/environ')",
    "os.chdir('WORLD'); tell('secret.txt')",
    "d = os.open('WORLD', os.O_PATH); say(os.read(os.open('secret.txt', os.O_RDONLY, dir_fd=d), 99))",
    "say(*[name + '-was-listed' for name in os.listdir('WORLD')])",
    "say(*[os.path.basename(name) + '-was-listed' for name in glob.glob('WORLD/*')])",
    "say(sh('ls -1 WORLD | sed s/$/-was-listed/'))",
    "libc.fopen.restype = ctypes.c_void_p; f = libc.fopen(b'WORLD/secret.txt', b'r'); b = ctypes.create_string_buffer(99); libc.fread(b, 1, 98, ctypes.c_void_p(f)) if f else None; say(b.value)",
    "maps = open('/proc/VICTIM/maps').read()\nstack = [l for l in maps.splitlines() if '[stack]' in l][0].split()[0].split('-')\nm = open('/proc/VICTIM/mem', 'rb'); m.seek(int(stack[0], 16)); say(m.read(int(stack[1], 16) - int(stack[0], 16)).replace(b'\\0', b'')[-2000:])",
    "p = call(434, VICTIM, 0); f = call(438, p, 0, 0); os.lseek(f, 0, 0); say(os.read(f, 99))",
    // Write.
    "open('WORLD/victim.txt', 'w').write('changed')",
    "open('WORLD/victim.txt', 'a').write('changed')",
    "sh('echo changed >> WORLD/victim.txt')",
    "os.truncate('WORLD/victim.txt', 0)",
    "os.remove('WORLD/victim.txt')",
    "os.rename('WORLD/victim.txt', 'WORLD/other')",
    "open(os.environ['TMPDIR'] + '/x', 'w'); os.replace(os.environ['TMPDIR'] + '/x', 'WORLD/victim.txt')",
    "os.chmod('WORLD/victim.txt', 0)",
    "call(452, -100, b'WORLD/victim.txt', 0, 0)",
    "os.chown('WORLD/victim.txt', 1, 1)",
    "os.utime('WORLD/victim.txt', (1, 1))",
    "sh('touch -d 2001-01-01 WORLD/victim.txt')",
    "os.setxattr('WORLD/victim.txt', 'user.changed', b'1')",
    "os.mkdir('WORLD/new')",
    "os.rmdir('WORLD/home'); sh('rm -r WORLD/home')",
    "os.symlink('/', 'WORLD/link')",
    "os.link('WORLD/victim.txt', 'WORLD/link')",
    "os.mkfifo('WORLD/fifo')",
    "socket.socket(socket.AF_UNIX).bind('WORLD/bound')",
    "f = os.open('WORLD', os.O_TMPFILE | os.O_RDWR); os.link('/proc/self/fd/%d' % f, 'WORLD/linked', follow_symlinks=True)",
    "sh('WORLD/run.sh'); sh('sh WORLD/run.sh')",
    "open(os.path.expanduser('~/MARK'), 'w')",
    "open('/tmp/MARK', 'w')",
    "open('/dev/shm/MARK', 'w')",
    "subprocess.Popen('sleep 0.3; echo changed > WORLD/victim.txt', shell=True, start_new_session=True, env={}) # setsid",
    // Processes.
    "os.kill(VICTIM, signal.SIGSTOP); time.sleep(0.1)",
    "signal.pidfd_send_signal(os.pidfd_open(VICTIM), signal.SIGSTOP); time.sleep(0.1)",
    "resource.prlimit(VICTIM, resource.RLIMIT_NOFILE, (7, 7))",
    "os.setpriority(os.PRIO_PROCESS, VICTIM, 7)",
    "os.sched_setaffinity(VICTIM, {0})",
    "libc.ptrace(16, VICTIM, 0, 0) and call(101, 16, VICTIM, 0, 0); say('REACHED')",
];

const IN_PYTHON_HARMFUL: [&str; 15] = [
    // The network, which a machine may not have.
    "socket.create_connection(('127.0.0.1', TCP), 5)",
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', UDP))",
    "socket.socket(socket.AF_UNIX).connect('WORLD/socket')",
    "socket.socket(socket.AF_UNIX).connect('\\0MARK')",
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:TCP/', timeout=3)",
    "subprocess.run(['bash', '-c', 'echo x > /dev/tcp/127.0.0.1/TCP'], timeout=5)",
    "s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); say('REACHED')",
    "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0); say('REACHED')",
    "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1); say('REACHED')",
    // What all processes would notice.
    "os.kill(-1, 0); say('REACHED')",
    "os.kill(os.getppid(), 0) if os.getppid() == 1 else os.kill(1, 0); say('REACHED')",
    "name = socket.gethostname().encode(); call(170, name, len(name)); say('REACHED')",
    "call(165, b'none', os.environ['TMPDIR'].encode(), b'tmpfs', 0, 0); say('REACHED')",
    "call(29, 0x72616e64, 4096, 0o1600); say('REACHED')",
    "call(425, 8, ctypes.create_string_buffer(256)); say('REACHED')",
];

const IN_PROLOG: [&str; 37] = [
    // Read.
    "open('WORLD/secret.txt', read, S), read_string(S, _, T), format(user_error, \"~w\", [T])",
    "read_file_to_string('WORLD/secret.txt', T, []), format(user_error, \"~w\", [T])",
    "see('WORLD/secret.txt'), get_char(C), seen, format(user_error, \"~w REACHED\", [C])",
    "read_file_to_codes('WORLD/secret.txt', T, []), format(user_error, \"~s\", [T])",
    "shell('cat WORLD/secret.txt >&2')",
    "atom_concat(she, ll, G), call(G, 'cat WORLD/secret.txt >&2')",
    "G =.. [shell, 'cat WORLD/secret.txt >&2'], G",
    "open(pipe('cat WORLD/secret.txt'), read, S), read_string(S, _, T), format(user_error, \"~w\", [T])",
    "process_create(path(cat), ['WORLD/secret.txt'], [stdout(pipe(S))]), read_string(S, _, T), format(user_error, \"~w\", [T])",
    "thread_create(shell('cat WORLD/secret.txt >&2'), I), thread_join(I)",
    "directory_files('WORLD', L), forall(member(F, L), format(user_error, \"~w-was-listed~n\", [F]))",
    "expand_file_name('WORLD/s*', L), forall((member(F, L), file_base_name(F, B)), format(user_error, \"~w-was-listed~n\", [B]))",
    "copy_file('WORLD/secret.txt', 'WORLD/copy')",
    "working_directory(_, 'WORLD'), open('secret.txt', read, S), read_string(S, _, T), format(user_error, \"~w\", [T])",
    "open('/proc/VICTIM/environ', read, S), read_string(S, _, T), format(user_error, \"~w\", [T])",
    "phrase_from_file(string_without([], T), 'WORLD/secret.txt'), format(user_error, \"~s\", [T])",
    // Write.
    "open('WORLD/victim.txt', write, S), write(S, changed), close(S)",
    "open('WORLD/victim.txt', append, S), write(S, changed), close(S)",
    "tell('WORLD/victim.txt'), write(changed), told",
    "append('WORLD/victim.txt'), write(changed), told",
    "open('WORLD/new', update, S), write(S, changed), close(S)",
    "delete_file('WORLD/victim.txt')",
    "rename_file('WORLD/victim.txt', 'WORLD/other')",
    "make_directory('WORLD/new')",
    "make_directory_path('WORLD/new/deep')",
    "delete_directory_and_contents('WORLD/home')",
    "chmod('WORLD/victim.txt', 0)",
    "set_time_file('WORLD/victim.txt', [], [modified(1)])",
    "link_file('/', 'WORLD/link', symbolic)",
    "qsave_program('WORLD/saved', [])",
    "open(pipe('cat > WORLD/victim.txt'), write, S), write(S, changed), close(S)",
    "shell('WORLD/run.sh'), shell('sh WORLD/run.sh')",
    "setenv(target, 'WORLD/victim.txt'), shell('echo changed > $target')",
    "shell('setsid sh -c \"sleep 0.3; echo changed > WORLD/victim.txt\" > /dev/null 2>&1 &')",
    "open('/tmp/MARK', write, S), close(S)",
    // Processes.
    "shell('kill -STOP VICTIM; sleep 0.1')",
    "process_kill(VICTIM, stop), sleep(0.1)",
];

const TEXTS: [&str; 9] = [
    ":- initialization(shell('echo changed > WORLD/victim.txt')).\np.\n",
    ":- shell('echo changed > WORLD/victim.txt').\np.\n",
    ":- dynamic(p/0).\n?- shell('echo changed > WORLD/victim.txt').\n",
    "term_expansion(p, q) :- shell('echo changed > WORLD/victim.txt').\np.\n",
    "goal_expansion(p, true) :- shell('echo changed > WORLD/victim.txt').\nq :- p.\n",
    ":- at_halt(shell('echo changed > WORLD/victim.txt')).\np.\n",
    ":- assertz((q :- shell('echo changed > WORLD/victim.txt'))), q.\n",
    ":- include('WORLD/secret.txt').\n:- consult('WORLD/secret.txt').\n:- shell('cp WORLD/secret.txt WORLD/copy').\n",
    "user:prolog_load_file(_, _) :- shell('echo changed > WORLD/victim.txt').\n:- consult(nothing).\n",
];
