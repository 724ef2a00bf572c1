//! Which calls of the system a process may make, by seccomp. A refused call fails like one that the kernel does
//! not know: libraries fall back to older ones, and what cannot is an error instead of a death.

use super::Profile;
use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter,
};
use std::collections::BTreeMap;

/// What the C library numbers, by its names.
macro_rules! numbers {
    ($($name:ident)*) => { [$(libc::$name),*] };
}

/// What computing takes: memory, threads that wait for each other, the streams it was given, and its end.
const COMPUTING: [i64; 36] = numbers! {
    SYS_brk SYS_clock_getres SYS_clock_gettime SYS_clock_nanosleep SYS_close SYS_exit SYS_exit_group
    SYS_fstat SYS_futex SYS_getpid SYS_getrandom SYS_gettid SYS_gettimeofday SYS_lseek SYS_madvise SYS_mmap
    SYS_mprotect SYS_mremap SYS_munmap SYS_nanosleep SYS_read SYS_readv SYS_restart_syscall SYS_rseq
    SYS_rt_sigaction SYS_rt_sigprocmask SYS_rt_sigreturn SYS_sched_getaffinity SYS_sched_yield
    SYS_set_robust_list SYS_sigaltstack SYS_write SYS_writev SYS_set_tid_address SYS_membarrier SYS_fcntl
};

/// What no program of a user asks for: other processes, mounts, modules, keys of the kernel, and the ways around
/// a filter of calls.
const PRIVILEGED: [i64; 36] = numbers! {
    SYS_add_key SYS_bpf SYS_chroot SYS_delete_module SYS_finit_module SYS_fsopen SYS_init_module
    SYS_io_uring_enter SYS_io_uring_register SYS_io_uring_setup SYS_kexec_load SYS_keyctl SYS_mount
    SYS_mount_setattr SYS_move_mount SYS_open_by_handle_at SYS_open_tree SYS_perf_event_open SYS_pidfd_getfd
    SYS_pivot_root SYS_process_vm_readv SYS_process_vm_writev SYS_ptrace SYS_quotactl SYS_reboot
    SYS_request_key SYS_setns SYS_swapoff SYS_swapon SYS_umount2 SYS_unshare SYS_userfaultfd SYS_acct
    SYS_clock_settime SYS_sethostname SYS_settimeofday
};

/// The ways to the network that are no file.
const CONNECTING: [i64; 2] = [libc::SYS_socket, libc::SYS_socketpair];

/// What no program in a cell has a use for. Memory that belongs to no process and counts for none, messages between
/// strangers, other ways to mount, and the insides of the machine.
const CELL: [i64; 22] = numbers! {
    SYS_clone3 SYS_fanotify_init SYS_fsconfig SYS_fsmount SYS_fspick SYS_kcmp SYS_memfd_create
    SYS_memfd_secret SYS_mq_open SYS_msgget SYS_name_to_handle_at SYS_personality SYS_pidfd_open SYS_semget
    SYS_setdomainname SYS_shmget SYS_syslog SYS_vhangup SYS_clock_adjtime SYS_adjtimex SYS_mlockall
    SYS_sched_setattr
};

/// The numbers of a second table of calls that some kernels keep for the same processor begin here.
#[cfg(target_arch = "x86_64")]
const SECOND_TABLE: i64 = 0x4000_0000;
/// Calls that have other numbers in it: starting programs is no harm, looking into other processes is.
#[cfg(target_arch = "x86_64")]
const SECOND_ONLY: [i64; 3] = [521, 539, 540];

/// Namespaces that a process may not make.
const NAMESPACES: [libc::c_int; 7] = numbers! {
    CLONE_NEWCGROUP CLONE_NEWIPC CLONE_NEWNET CLONE_NEWNS CLONE_NEWPID CLONE_NEWUSER CLONE_NEWUTS
};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Lets through what `profile` takes.
pub(super) fn filter(profile: Profile) -> Result<String, String> {
    program(profile)
        .map_err(Error::from)
        .and_then(|program| apply_filter(&program))
        .map(|()| {
            let kind = if profile == Profile::Compute {
                "allow-list"
            } else {
                "deny-list"
            };
            format!("seccomp {kind}")
        })
        .map_err(|error: Error| format!("seccomp: {error}"))
}

fn program(profile: Profile) -> Result<BpfProgram, seccompiler::BackendError> {
    let refuse = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    let (rules, others, listed) = match profile {
        Profile::Compute => (computing()?, refuse, SeccompAction::Allow),
        Profile::Run => (
            each(PRIVILEGED.iter().chain(&CONNECTING)),
            SeccompAction::Allow,
            refuse,
        ),
        Profile::Fetch => (each(&PRIVILEGED), SeccompAction::Allow, refuse),
        Profile::Cell => (in_cell()?, SeccompAction::Allow, refuse),
    };
    let architecture = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(rules, others, listed, architecture)?.try_into()
}

fn each<'a>(calls: impl IntoIterator<Item = &'a i64>) -> Rules {
    calls.into_iter().map(|call| (*call, Vec::new())).collect()
}

/// No sockets but local ones, no namespaces, limits of nobody else, and nothing of the lists. `clone3` cannot be looked into; where it is missing,
/// libraries take `clone`.
fn in_cell() -> Result<Rules, seccompiler::BackendError> {
    let mut rules = each(PRIVILEGED.iter().chain(&CELL));
    let local = u64::try_from(libc::AF_UNIX).unwrap_or_default();
    let foreign = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, local)?;
    for call in CONNECTING {
        rules.insert(call, vec![SeccompRule::new(vec![foreign.clone()])?]);
    }
    let another = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)?;
    rules.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![another])?]);
    let apart = NAMESPACES.iter().map(|flag| {
        let flag = u64::try_from(*flag).unwrap_or_default();
        let compare = SeccompCmpOp::MaskedEq(flag);
        SeccompRule::new(vec![SeccompCondition::new(
            0,
            SeccompCmpArgLen::Dword,
            compare,
            flag,
        )?])
    });
    rules.insert(libc::SYS_clone, apart.collect::<Result<_, _>>()?);
    #[cfg(target_arch = "x86_64")]
    {
        let second: Vec<_> = rules
            .iter()
            .map(|(call, rules)| (call | SECOND_TABLE, rules.clone()))
            .chain(SECOND_ONLY.map(|call| (call | SECOND_TABLE, Vec::new())))
            .collect();
        rules.extend(second);
    }
    Ok(rules)
}

/// Threads but no processes, signals to itself alone, and names of threads.
fn computing() -> Result<Rules, seccompiler::BackendError> {
    let mut rules = each(&COMPUTING);
    let thread = u64::try_from(libc::CLONE_THREAD).unwrap_or_default();
    let myself = u64::from(std::process::id());
    let naming = u64::try_from(libc::PR_SET_NAME).unwrap_or_default();
    let conditions = [
        (libc::SYS_clone, SeccompCmpOp::MaskedEq(thread), thread),
        (libc::SYS_tgkill, SeccompCmpOp::Eq, myself),
        (libc::SYS_prctl, SeccompCmpOp::Eq, naming),
    ];
    for (call, compare, value) in conditions {
        let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, compare, value)?;
        rules.insert(call, vec![SeccompRule::new(vec![condition])?]);
    }
    Ok(rules)
}
