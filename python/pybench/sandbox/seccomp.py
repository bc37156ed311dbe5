"""The system-call filter of an interpreter: refuses calls that no ordinary cell needs and allows the rest.

It lists refusals rather than permissions, because libraries use hundreds of calls; the namespaces, the missing capabilities and
Landlock remain behind it. It exists for x86-64; elsewhere `program` returns None, and the results say so."""

import ctypes
import errno
import struct

from .linux import MACHINE, PR_SET_SECCOMP, prctl_pointer

REFUSED = {
    # other processes
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "pidfd_getfd": 438,
    "process_madvise": 440,
    # keys, BPF programs, page faults and performance counters
    "add_key": 248, "request_key": 249, "keyctl": 250, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323,
    # mounts and namespaces
    "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "unshare": 272, "setns": 308, "fsopen": 430,
    "fsconfig": 431, "fsmount": 432, "fspick": 433, "move_mount": 429, "open_tree": 428, "mount_setattr": 442,
    "open_by_handle_at": 304, "name_to_handle_at": 303, "sethostname": 170, "setdomainname": 171,
    # the machine
    "init_module": 175, "finit_module": 313, "delete_module": 176, "kexec_load": 246, "kexec_file_load": 320,
    "reboot": 169, "swapon": 167, "swapoff": 168, "syslog": 103, "acct": 163, "quotactl": 179, "quotactl_fd": 443,
    "settimeofday": 164, "clock_settime": 227, "clock_adjtime": 305, "adjtimex": 159, "iopl": 172, "ioperm": 173,
    "modify_ldt": 154, "vhangup": 153, "lookup_dcookie": 212, "uselib": 134, "ustat": 136, "sysfs": 139,
    "nfsservctl": 180, "fanotify_init": 300,
    # memory that the limits do not count
    "memfd_create": 319, "memfd_secret": 447, "shmget": 29, "msgget": 68, "semget": 64, "mq_open": 240,
    "move_pages": 279, "mbind": 237, "migrate_pages": 256, "set_mempolicy": 238,
    # a second way to make most system calls
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
}  # fmt: skip

# Answered as on a kernel that was built without them. The kernel counts file watches and event queues per user or for the
# whole machine, so one sandbox could use up those of another. Memory of vmsplice belongs to no process.
ABSENT = {"inotify_init": 253, "inotify_init1": 294, "io_setup": 206, "vmsplice": 278}

# Answered with success and not done: they would write to every disk of the machine.
IDLE = {"sync": 162, "syncfs": 306}

# For isolation landlock, where the machine's own files are visible: a filter cannot read a path, and Landlock does not cover
# metadata. Changes of modes and times are ignored, because copying and unpacking make them in passing; the rest is refused.
METADATA_IDLE = {
    "chmod": 90, "fchmod": 91, "fchmodat": 268, "fchmodat2": 452, "utime": 132, "utimes": 235, "futimesat": 261,
    "utimensat": 280,
}  # fmt: skip
METADATA_REFUSED = {
    "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260, "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190,
    "setxattrat": 463, "removexattr": 197, "lremovexattr": 198, "fremovexattr": 199, "removexattrat": 466,
    "file_setattr": 469,
}  # fmt: skip

# These may only apply to the caller itself, which the listed arguments must express. Otherwise the code could slow down its
# supervisor, or every process of its user.
_FIRST, _SECOND = 16, 24  # offsets of the arguments' lower halves
PRIO_PROCESS, IOPRIO_WHO_PROCESS = 0, 1
SELF_ONLY = {
    "prlimit64": (302, {_FIRST: 0}), "sched_setaffinity": (203, {_FIRST: 0}), "sched_setscheduler": (144, {_FIRST: 0}),
    "sched_setparam": (142, {_FIRST: 0}), "sched_setattr": (314, {_FIRST: 0}),
    "setpriority": (141, {_FIRST: PRIO_PROCESS, _SECOND: 0}), "ioprio_set": (251, {_FIRST: IOPRIO_WHO_PROCESS, _SECOND: 0}),
}  # fmt: skip

CLONE, CLONE3, SOCKET, IOCTL, FCNTL = 56, 435, 41, 16, 72
CLONE_PARENT = 0x8000  # would make a child of the process that has started the caller: of the harness
SOCKET_FAMILIES = (1, 2, 10)  # unix; and inet for programs that only open a socket: there is no network to reach
NAMESPACE_FLAGS = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x80
# Input of a terminal; flags of files.
IOCTLS = (0x5412, 0x541C, 0x40086602, 0x401C5820)
# The size of a pipe, which is counted per user, and notifications about a folder, which report on other sandboxes.
FCNTLS = (1031, 1026)

_ARCH_X86_64 = 0xC000003E
_X32_BIT = 0x40000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCH = 0, 4


def program(namespaces: bool = True) -> bytes | None:
    """The filter as classic BPF, or None where the numbers of the calls are not known. Without namespaces no socket may be made
    at all, because Landlock does not stop a connection to a socket that has a path, and metadata of files cannot be changed."""
    if MACHINE != "x86_64":
        return None
    code: list[bytes] = []

    def op(kind: int, value: int, if_true: int = 0, if_false: int = 0) -> None:
        code.append(struct.pack("HBBI", kind, if_true, if_false, value & 0xFFFFFFFF))

    def refuse(number: int = errno.EPERM) -> None:
        op(_RETURN, _ERRNO | number)

    op(_LOAD, _ARCH)
    op(_EQUAL, _ARCH_X86_64, 1, 0)
    op(_RETURN, _KILL)
    op(_LOAD, _NUMBER)
    op(_AT_LEAST, _X32_BIT, 0, 1)
    op(_RETURN, _KILL)
    answers = [(REFUSED, errno.EPERM), (ABSENT, errno.ENOSYS), (IDLE, 0)]
    if not namespaces:
        answers += [(METADATA_REFUSED, errno.EPERM), (METADATA_IDLE, 0)]
    for calls, answer in answers:
        for number in calls.values():
            op(_EQUAL, number, 0, 1)
            refuse(answer)
    op(_EQUAL, CLONE3, 0, 1)  # its flags are in memory, which a filter cannot read; libc falls back to clone
    refuse(errno.ENOSYS)
    op(_EQUAL, CLONE, 0, 4)
    op(_LOAD, _FIRST)
    op(_ANY_BIT, NAMESPACE_FLAGS | CLONE_PARENT, 0, 1)
    refuse()
    op(_RETURN, _ALLOW)
    families = SOCKET_FAMILIES if namespaces else ()
    op(_EQUAL, SOCKET, 0, 3 + len(families))
    op(_LOAD, _FIRST)
    for index, family in enumerate(families):
        op(_EQUAL, family, len(families) - index, 0)
    refuse(errno.EAFNOSUPPORT)
    op(_RETURN, _ALLOW)
    for call, commands in ((IOCTL, IOCTLS), (FCNTL, FCNTLS)):
        op(_EQUAL, call, 0, 3 + len(commands))
        op(_LOAD, _SECOND)
        for index, command in enumerate(commands):
            op(_EQUAL, command, len(commands) - index, 0)
        op(_RETURN, _ALLOW)
        refuse()
    for number, arguments in SELF_ONLY.values():
        op(_EQUAL, number, 0, 2 * len(arguments) + 2)
        for index, (offset, value) in enumerate(arguments.items()):
            op(_LOAD, offset)
            op(_EQUAL, value, 0, 2 * (len(arguments) - index) - 1)
        op(_RETURN, _ALLOW)
        refuse()
    op(_RETURN, _ALLOW)
    return b"".join(code)


def apply(code: bytes) -> None:
    """Installs the filter in this process, which must have set `no_new_privs`."""

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    buffer = ctypes.create_string_buffer(code, len(code))
    whole = Program(len(code) // 8, ctypes.addressof(buffer))
    prctl_pointer(PR_SET_SECCOMP, 2, ctypes.byref(whole))
