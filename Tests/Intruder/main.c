// What a broken interpreter would do: goes into the sandbox, and tries the system's calls from there.
//
//   Intruder DATABASE CANARY          tries them all: a line for each that reached something, then "tried N"
//   Intruder DATABASE CANARY NAME     tries one that ends the inside
//   Intruder --probe                  "filter landlock N": what this kernel offers

#define _GNU_SOURCE
#include <CConfinement.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *canary;
static long outside;

// MARK: Calls that are answered; one that reaches something gives no negative number.

static long open_plain(void) { return open(canary, O_RDONLY); }
static long open_at(void) { return syscall(SYS_openat, AT_FDCWD, canary, O_RDONLY); }
static long open_path(void) { return open(canary, O_PATH); }
static long open_new(void) { return open("intruder.txt", O_WRONLY | O_CREAT, 0600); }
static long open_nameless(void) { return open(".", O_WRONLY | 020000000 | O_DIRECTORY, 0600); }
static long open_folder(void) { return open("/", O_RDONLY | O_DIRECTORY); }
static long open_memory(void) { return open("/proc/self/mem", O_RDWR); }
static long open_environment(void) { return open("/proc/self/environ", O_RDONLY); }
static long open_terminal(void) { return open("/dev/tty", O_RDWR); }
static long open_two(void) {
  uint64_t how[3] = {O_RDONLY, 0, 0};
  return syscall(437, AT_FDCWD, canary, how, sizeof how);
}
static long remove_it(void) { return unlink(canary); }
static long remove_at(void) { return unlinkat(AT_FDCWD, canary, 0); }
static long rename_it(void) { return rename(canary, "elsewhere"); }
static long rename_two(void) { return syscall(SYS_renameat2, AT_FDCWD, canary, AT_FDCWD, "elsewhere", 0); }
static long link_it(void) { return link(canary, "elsewhere"); }
static long link_soft(void) { return symlink(canary, "elsewhere"); }
static long make_folder(void) { return mkdir("folder", 0700); }
static long remove_folder(void) { return rmdir("."); }
static long make_pipe_file(void) { return mknod("fifo", S_IFIFO | 0600, 0); }
static long cut(void) { return truncate(canary, 0); }
static long change_mode(void) { return chmod(canary, 0777); }
static long change_owner(void) { return chown(canary, 1, 1); }
static long change_folder(void) { return chdir("/"); }
static long read_link(void) {
  char target[64];
  return readlink("/proc/self/exe", target, sizeof target);
}
static long ask_access(void) { return access(canary, R_OK); }
static long ask_status(void) {
  struct stat status;
  return stat(canary, &status);
}
static long ask_status_of_link(void) {
  struct stat status;
  return lstat(canary, &status);
}
static long ask_status_x(void) {
  char status[512];
  return syscall(SYS_statx, AT_FDCWD, canary, 0, 0xFFF, status);
}
static long fork_it(void) {
  long process = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (process == 0) _exit(0);
  return process;
}
static long thread(void) {
  uint64_t arguments[11] = {0};
  long process = syscall(435, arguments, sizeof arguments);
  if (process == 0) _exit(0);
  return process;
}
static long run_shell(void) { return system("true") == 0 ? 0 : -1; }
static long run_pipe(void) { return popen("true", "r") ? 0 : -1; }
static long map_code(void) {
  return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
}
static long make_code(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mprotect(page, 4096, PROT_READ | PROT_EXEC);
}
static long make_memory_file(void) { return syscall(SYS_memfd_create, "code", 0); }
static long type_to_shell(void) { return ioctl(0, TIOCSTI, "x"); }
static long type_to_shell_high(void) { return syscall(SYS_ioctl, 0, 0x5412UL | (1UL << 40), "x"); }
static long take_terminal(void) { return ioctl(0, TIOCSCTTY, 0); }
static long set_group(void) { return ioctl(0, TIOCSPGRP, &(pid_t){1}); }
static long own_file(void) { return fcntl(0, F_SETOWN, outside); }
static long own_signal(void) { return fcntl(0, F_SETSIG, SIGKILL); }
static long raise_limit(void) { return setrlimit(RLIMIT_NOFILE, &(struct rlimit){64, 64}); }
static long limit_other(void) {
  return syscall(SYS_prlimit64, outside, RLIMIT_CPU, &(struct rlimit){1, 1}, NULL);
}
static long be_dumpable(void) { return prctl(PR_SET_DUMPABLE, 1); }
static long outlive(void) { return prctl(PR_SET_PDEATHSIG, 0); }
static long leave_session(void) { return setsid(); }
static long leave_group(void) { return setpgid(0, 0); }
static long be_nice(void) { return setpriority(PRIO_PROCESS, (id_t)outside, 19); }
static long watch(void) { return syscall(SYS_inotify_init1, 0); }
static long send_queue(void) {
  siginfo_t info = {.si_code = SI_QUEUE};
  return syscall(SYS_rt_sigqueueinfo, outside, SIGKILL, &info);
}
static long share_memory(void) { return syscall(SYS_shmget, 77, 4096, 01600); }
static long queue_message(void) { return syscall(SYS_msgget, 77, 01600); }
static long receive_more(void) { return syscall(SYS_recvfrom, 0, NULL, 0, 0, NULL, NULL); }
static long splice_it(void) { return syscall(SYS_splice, 0, NULL, 1, NULL, 1, 0); }
static long poll_set(void) { return syscall(SYS_epoll_create1, 0); }
static long mount_new(void) { return syscall(428, AT_FDCWD, "/", 1); }
static long filter_more(void) { return syscall(SYS_seccomp, 0, 0, NULL); }

// The questions to the outside, asked wrongly.
static long ask_directory(void) { return confinement_open(".", O_RDONLY, 0); }
static long remove_database(void) { return confinement_unlink("hostile.db"); }
static long ask_beside(void) { return confinement_open("hostile.db/../canary.txt", O_RDONLY, 0); }
static long ask_ending(void) { return confinement_open("hostile.db-wal/../canary.txt", O_RDONLY, 0); }
static long ask_suffix(void) { return confinement_open("hostile.db-walx", O_RDONLY, 0); }

static const struct {
  const char *name;
  long (*call)(void);
} attempts[] = {
    {"open", open_plain}, {"openat", open_at}, {"O_PATH", open_path}, {"O_CREAT", open_new},
    {"O_TMPFILE", open_nameless}, {"open /", open_folder}, {"/proc/self/mem", open_memory},
    {"/proc/self/environ", open_environment}, {"/dev/tty", open_terminal}, {"openat2", open_two},
    {"unlink", remove_it}, {"unlinkat", remove_at}, {"rename", rename_it}, {"renameat2", rename_two},
    {"link", link_it}, {"symlink", link_soft}, {"mkdir", make_folder}, {"rmdir", remove_folder},
    {"mknod", make_pipe_file}, {"truncate", cut}, {"chmod", change_mode}, {"chown", change_owner},
    {"chdir", change_folder}, {"readlink", read_link}, {"access", ask_access}, {"stat", ask_status},
    {"lstat", ask_status_of_link}, {"statx", ask_status_x}, {"clone", fork_it}, {"clone3", thread},
    {"system", run_shell}, {"popen", run_pipe}, {"mmap PROT_EXEC", map_code}, {"mprotect PROT_EXEC", make_code},
    {"memfd_create", make_memory_file}, {"TIOCSTI", type_to_shell}, {"TIOCSTI with high bits", type_to_shell_high},
    {"TIOCSCTTY", take_terminal}, {"TIOCSPGRP", set_group}, {"F_SETOWN", own_file}, {"F_SETSIG", own_signal},
    {"setrlimit", raise_limit}, {"prlimit64", limit_other}, {"PR_SET_DUMPABLE", be_dumpable},
    {"PR_SET_PDEATHSIG", outlive}, {"setsid", leave_session}, {"setpgid", leave_group}, {"setpriority", be_nice},
    {"inotify", watch}, {"rt_sigqueueinfo", send_queue}, {"shmget", share_memory}, {"msgget", queue_message},
    {"recvfrom", receive_more}, {"splice", splice_it}, {"epoll", poll_set}, {"open_tree", mount_new},
    {"seccomp", filter_more},
    {"a directory from outside", ask_directory}, {"removing the database", remove_database},
    {"a path behind the database", ask_beside}, {"a path behind the log", ask_ending},
    {"another suffix", ask_suffix},
};

// MARK: Calls that end the inside

static long execute(void) { return execl("/bin/true", "true", NULL); }
static long make_socket(void) { return socket(AF_INET, SOCK_STREAM, 0); }
static long kill_outside(void) { return kill((pid_t)outside, SIGKILL); }
static long signal_outside(void) { return syscall(SYS_tgkill, outside, outside, SIGKILL); }
static long trace_outside(void) { return syscall(SYS_ptrace, 16, outside, 0, 0); }
static long read_outside(void) {
  char byte;
  struct iovec own = {&byte, 1}, other = {&byte, 1};
  return process_vm_readv((pid_t)outside, &own, 1, &other, 1, 0);
}
static long mount_it(void) { return syscall(SYS_mount, NULL, NULL, NULL, 0, NULL); }
static long new_space(void) { return syscall(SYS_unshare, 0x10000000); }
static long new_root(void) { return chroot("/"); }
static long ring(void) { return syscall(425, 1, NULL); }
static long crash(void) { return *(volatile long *)16; }
static long loop(void) {
  signal(SIGINT, SIG_IGN);
  for (volatile long count = 0;; count++) continue;
}

static const struct {
  const char *name;
  long (*call)(void);
} fatal[] = {
    {"execve", execute}, {"socket", make_socket}, {"kill", kill_outside}, {"tgkill", signal_outside},
    {"ptrace", trace_outside}, {"process_vm_readv", read_outside}, {"mount", mount_it}, {"unshare", new_space},
    {"chroot", new_root}, {"io_uring_setup", ring}, {"crash", crash}, {"loop", loop},
};

static int try_all(void) {
  size_t count = sizeof attempts / sizeof *attempts;
  for (size_t index = 0; index < count; index++) {
    if (attempts[index].call() >= 0) printf("reached: %s\n", attempts[index].name);
  }
  printf("tried %zu\n", count);
  return 0;
}

static int try_one(const char *name) {
  for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++) {
    if (strcmp(fatal[index].name, name) == 0) fatal[index].call();
  }
  printf("still there\n");
  return 0;
}

int main(int count, char **arguments) {
  if (count == 2) {
    printf("%s landlock %d\n", confinement_has_filter() ? "filter" : "none", confinement_landlock_version());
    return 0;
  }
  canary = arguments[2];
  outside = getpid();
  confinement_plan plan = {.database = arguments[1], .memory = SIZE_MAX, .seconds = 0.2};
  if (count < 4 || strcmp(arguments[3], "loop") != 0) plan.seconds = 0;
  if (confinement_split(&plan) < 0 || confinement_lock(&plan) < 0) return 2;
  int code = count > 3 ? try_one(arguments[3]) : try_all();
  fflush(stdout);
  return code;
}
