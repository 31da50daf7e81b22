// The filter of system calls: what is not on the list does not happen.
//
// Most of the rest is answered with ENOSYS, as an older kernel would: new C libraries try new calls, and go on with old
// ones. Paths are answered with EACCES. What only a broken interpreter asks for ends the inside.

#ifdef __linux__

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0
#endif

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define REFUSE(code) (SECCOMP_RET_ERRNO | (code))

/// What any program does with what it has open, its memory, its clock and its signals.
static const int allowed[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_lseek, SYS_close, SYS_ftruncate,
    SYS_fsync, SYS_fdatasync, SYS_fallocate, SYS_fstat, SYS_flock, SYS_dup, SYS_dup3, SYS_brk, SYS_munmap, SYS_mremap,
    SYS_madvise, SYS_futex, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_sigaltstack,
    SYS_timer_create, SYS_timer_settime, SYS_timer_gettime, SYS_timer_delete, SYS_setitimer, SYS_clock_gettime,
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_ppoll, SYS_pselect6, SYS_restart_syscall,
    SYS_gettid, SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getpgid, SYS_getrandom,
    SYS_getrusage, SYS_times, SYS_sysinfo, SYS_uname, SYS_sched_yield, SYS_sched_getaffinity, SYS_set_robust_list,
    SYS_getcwd, SYS_pipe2, SYS_recvmsg, SYS_exit, SYS_exit_group, SYS_membarrier, SYS_umask,
#if defined(__x86_64__)
    SYS_poll, SYS_select, SYS_getpgrp, SYS_pipe, SYS_dup2, SYS_time, SYS_alarm,
#endif
};

/// What takes paths. With grants Landlock judges the first part of them.
static const int of_granted_paths[] = {
    SYS_openat, SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_readlinkat, SYS_unlinkat, SYS_renameat, SYS_mkdirat,
    SYS_getdents64, SYS_fchmod, SYS_statfs, SYS_fstatfs, SYS_renameat2, 439 /* faccessat2 */,
#if defined(__x86_64__)
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_unlink, SYS_rename, SYS_mkdir, SYS_rmdir, SYS_creat,
#endif
};

static const int of_paths[] = {
    437 /* openat2 */, SYS_linkat, SYS_symlinkat, SYS_mknodat, SYS_fchmodat, SYS_fchownat, SYS_fchown, SYS_truncate,
    SYS_utimensat, SYS_chdir, SYS_fchdir, SYS_inotify_add_watch,
#if defined(__x86_64__)
    SYS_link, SYS_symlink, SYS_mknod, SYS_chmod, SYS_chown, SYS_lchown, SYS_utimes, SYS_utime,
#endif
};

/// What ends the inside.
static const struct {
  int number;
  const char *name;
} fatal[] = {
    {SYS_execve, "execve"}, {SYS_execveat, "execveat"}, {SYS_ptrace, "ptrace"},
    {SYS_process_vm_readv, "process_vm_readv"}, {SYS_process_vm_writev, "process_vm_writev"}, {SYS_socket, "socket"},
    {SYS_socketpair, "socketpair"}, {SYS_connect, "connect"}, {SYS_bind, "bind"}, {SYS_kill, "kill"},
    {SYS_tgkill, "tgkill"}, {SYS_bpf, "bpf"}, {425, "io_uring_setup"}, {SYS_mount, "mount"}, {SYS_unshare, "unshare"}, {SYS_setns, "setns"},
    {SYS_chroot, "chroot"}, {SYS_pivot_root, "pivot_root"}, {SYS_keyctl, "keyctl"}, {SYS_reboot, "reboot"},
    {SYS_init_module, "init_module"}, {SYS_finit_module, "finit_module"}, {SYS_userfaultfd, "userfaultfd"},
    {SYS_open_by_handle_at, "open_by_handle_at"}, {SYS_perf_event_open, "perf_event_open"}, {434, "pidfd_open"},
    {438, "pidfd_getfd"}, {SYS_sendmsg, "sendmsg"}, {SYS_sendto, "sendto"}, {SYS_setuid, "setuid"},
};

const char *confinement_call_name(int number) {
  for (size_t index = 0; index < COUNT(fatal); index++) {
    if (fatal[index].number == number) return fatal[index].name;
  }
  return NULL;
}

// MARK: Writing it

/// More than all the lists make.
#define LONGEST 1024

typedef struct {
  struct sock_filter code[LONGEST];
  unsigned short count;
} program;

static void emit(program *program, struct sock_filter instruction) {
  if (program->count < LONGEST) program->code[program->count++] = instruction;
}

static void load(program *program, size_t offset) {
  emit(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void answer(program *program, unsigned value) {
  emit(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value));
}

/// Skips so many instructions unless the number that was loaded is this one.
static void unless(program *program, unsigned number, unsigned char skipped) {
  emit(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, skipped));
}

static void answer_all(program *program, const int *numbers, size_t count, unsigned value) {
  for (size_t index = 0; index < count; index++) {
    unless(program, (unsigned)numbers[index], 1);
    answer(program, value);
  }
}

static size_t low(int argument) { return offsetof(struct seccomp_data, args) + 8 * (size_t)argument; }

/// The call, with an argument whose lower half is one of these; otherwise `refusal`.
static void only_with(
    program *program, int call, int argument, const unsigned *values, size_t count, unsigned refusal) {
  unless(program, (unsigned)call, (unsigned char)(2 * count + 2));
  load(program, low(argument));
  for (size_t index = 0; index < count; index++) {
    unless(program, values[index], 1);
    answer(program, SECCOMP_RET_ALLOW);
  }
  answer(program, refusal);
}

/// The call, unless an argument has one of these bits; otherwise `refusal`.
static void only_without(program *program, int call, int argument, unsigned bits, unsigned refusal) {
  unless(program, (unsigned)call, 4);
  load(program, low(argument));
  emit(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
  answer(program, refusal);
  answer(program, SECCOMP_RET_ALLOW);
}

/// Signals go to this process alone: `raise` is how it ends by one.
static void allow_own_signals(program *program) {
  unless(program, SYS_tgkill, 4);
  load(program, low(0));
  unless(program, (unsigned)getpid(), 1);
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, SECCOMP_RET_TRAP);
}

static void judge_arguments(program *program) {
  // What a terminal is asked by an editor of lines. TIOCSTI, which types into the calling shell, is not among them.
  static const unsigned requests[] = {TCGETS, TCSETS, TCSETSW, TCSETSF, TIOCGWINSZ, TIOCGPGRP, FIONREAD};
  // All but what sends signals to other processes when a file is ready.
  static const unsigned commands[] = {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW,
                                      F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_DUPFD_CLOEXEC};
  // Limits are read, and never set.
  static const unsigned none[] = {0};
  only_with(program, SYS_ioctl, 1, requests, COUNT(requests), REFUSE(ENOTTY));
  only_with(program, SYS_fcntl, 1, commands, COUNT(commands), REFUSE(EINVAL));
  only_with(program, SYS_prlimit64, 2, none, 1, REFUSE(EPERM));
#if defined(SYS_getrlimit)
  unless(program, SYS_getrlimit, 1);
  answer(program, SECCOMP_RET_ALLOW);
#endif
  only_without(program, SYS_mmap, 2, PROT_EXEC, REFUSE(ENOMEM));
  only_without(program, SYS_mprotect, 2, PROT_EXEC, REFUSE(ENOMEM));
  allow_own_signals(program);
}

static void begin(program *program) {
  load(program, offsetof(struct seccomp_data, arch));
  unless(program, ARCHITECTURE, 1);
  emit(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0));
  answer(program, SECCOMP_RET_KILL_PROCESS);
  load(program, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  // The numbers of another interface to the same calls.
  emit(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  answer(program, SECCOMP_RET_KILL_PROCESS);
#endif
}

/// A server: what is connected already is spoken with, and no other is named. No new socket can be made.
static void allow_connected(program *program) {
  unless(program, SYS_sendto, 6);
  load(program, low(4));
  unless(program, 0, 3);
  load(program, low(4) + 4);
  unless(program, 0, 1);
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, SECCOMP_RET_TRAP);
  unless(program, SYS_recvfrom, 1);
  answer(program, SECCOMP_RET_ALLOW);
}

/// Files: a descriptor may be asked about; a path only where Landlock stands behind.
static void judge_paths(program *program, bool has_grants) {
  static const unsigned descriptor_only[] = {AT_EMPTY_PATH};
  if (has_grants) {
    // A nameless file could get no name: that goes through /proc.
    only_without(program, SYS_openat, 2, 020000000, REFUSE(EOPNOTSUPP));
    answer_all(program, of_granted_paths, COUNT(of_granted_paths), SECCOMP_RET_ALLOW);
  } else {
    only_with(program, SYS_newfstatat, 3, descriptor_only, 1, REFUSE(EACCES));
    answer_all(program, of_granted_paths, COUNT(of_granted_paths), REFUSE(EACCES));
  }
  answer_all(program, of_paths, COUNT(of_paths), REFUSE(EACCES));
}

bool confinement_has_filter(void) {
  unsigned action = SECCOMP_RET_KILL_PROCESS;
  return ARCHITECTURE != 0 && syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int confinement_filter_calls(bool has_grants, bool has_server) {
  static program program;
  program.count = 0;
  begin(&program);
  answer_all(&program, allowed, COUNT(allowed), SECCOMP_RET_ALLOW);
  if (has_server) allow_connected(&program);
  judge_arguments(&program);
  load(&program, offsetof(struct seccomp_data, nr));
  judge_paths(&program, has_grants);
  load(&program, offsetof(struct seccomp_data, nr));
  for (size_t index = 0; index < COUNT(fatal); index++) {
    answer_all(&program, &fatal[index].number, 1, SECCOMP_RET_TRAP);
  }
  answer(&program, REFUSE(ENOSYS));
  if (program.count >= LONGEST) {
    errno = E2BIG;
    return -1;
  }
  struct sock_fprog whole = {program.count, program.code};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &whole);
}

#endif
