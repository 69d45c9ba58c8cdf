//! Calls to the system that are refused inside the wall, and need no file to do harm.

use std::collections::BTreeMap;
use std::env::consts::ARCH;
use std::io;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

/// Refused whatever their arguments are. The numbers above 424 are the same on all machines; not all of these have a name yet.
const REFUSED: &[c_long] = &[
    // The network, and sockets of other processes. A pair of connected sockets may be made.
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    // What a file is, other than what is in it: Landlock does not guard this.
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    463, // setxattrat
    466, // removexattrat
    469, // file_setattr
    // Other processes, and what they share.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // What only administrators may do, who start engines, too.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
];

/// Refused if this argument is another one than zero, which stands for the caller.
const ABOUT_OTHERS: &[(c_long, u8)] = &[
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
];

/// Refused if an argument is this: a signal to every process, and a key pressed on somebody's terminal.
const MEANT: &[(c_long, u8, u64)] =
    &[(libc::SYS_kill, 0, 0xffff_ffff), (libc::SYS_ioctl, 1, TIOCSTI)];

/// They say that all went well, and do nothing: `touch` makes a file, and then sets its time.
const WITHOUT_EFFECT: &[c_long] = &[
    libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// `TIOCSTI`, whose type differs between C libraries, and whose number does not on these machines.
const TIOCSTI: u64 = 0x5412;

/// What the other kind of calls of this machine has in its numbers: those of x32.
const X32: c_long = 0x4000_0000;

/// Refuse all of them to this thread, and to what it starts.
pub(super) fn refuse() -> io::Result<()> {
    let always = |calls: &[c_long]| calls.iter().map(|&call| (call, Vec::new())).collect();
    let mut refused: BTreeMap<c_long, Vec<SeccompRule>> = always(REFUSED);
    for &(call, argument) in ABOUT_OTHERS {
        refused.insert(call, vec![rule(argument, SeccompCmpOp::Ne, 0)?]);
    }
    for &(call, argument, value) in MEANT {
        refused.insert(call, vec![rule(argument, SeccompCmpOp::Eq, value)?]);
    }
    apply(always(WITHOUT_EFFECT), 0)?;
    apply(refused, libc::EPERM as u32)
}

fn rule(argument: u8, operator: SeccompCmpOp, value: u64) -> io::Result<SeccompRule> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value);
    let rule = condition.and_then(|condition| SeccompRule::new(vec![condition]));
    rule.map_err(io::Error::other)
}

/// Let calls return with an error number.
fn apply(mut rules: BTreeMap<c_long, Vec<SeccompRule>>, error: u32) -> io::Result<()> {
    if cfg!(target_arch = "x86_64") {
        let same: Vec<_> = rules.iter().map(|(call, rules)| (call | X32, rules.clone())).collect();
        rules.extend(same);
    }
    let filter = || {
        let (allow, refuse) = (SeccompAction::Allow, SeccompAction::Errno(error));
        let filter = SeccompFilter::new(rules, allow, refuse, TargetArch::try_from(ARCH)?)?;
        BpfProgram::try_from(filter)
    };
    let filter = filter().map_err(io::Error::other)?;
    apply_filter(&filter).map_err(io::Error::other)
}
