"""The system-call filter of an interpreter: what no honest cell needs is refused, the rest is allowed.

A list of refusals rather than of permissions: libraries use hundreds of calls, and the namespaces, the missing
capabilities and Landlock stand behind it. Written for x86-64; elsewhere `program` is None, and the level says so."""

import ctypes
import errno
import struct

from linux import MACHINE, PR_SET_SECCOMP, prctl_pointer

REFUSED = {
    # other processes
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "pidfd_getfd": 438,
    "process_madvise": 440,
    # keys, programs in the kernel, faults and counters
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
    # memory that the limits do not see
    "memfd_create": 319, "memfd_secret": 447, "shmget": 29, "msgget": 68, "semget": 64, "mq_open": 240,
    "move_pages": 279, "mbind": 237, "migrate_pages": 256, "set_mempolicy": 238,
    # a second way to do everything
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
}  # fmt: skip

# These may only be about the caller itself: otherwise the code could slow or starve its supervisor, which has its uid.
SELF_ONLY = {
    "prlimit64": (302, 16), "sched_setaffinity": (203, 16), "sched_setscheduler": (144, 16), "sched_setparam": (142, 16),
    "sched_setattr": (314, 16), "setpriority": (141, 24), "ioprio_set": (251, 24),
}  # fmt: skip

CLONE, CLONE3, SOCKET, IOCTL = 56, 435, 41, 16
SOCKET_FAMILIES = (1, 2, 10)  # unix, and inet for programs that only ask: there is no network to reach
NAMESPACE_FLAGS = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x80
TIOCSTI, TIOCLINUX = 0x5412, 0x541C

_ARCH_X86_64 = 0xC000003E
_X32_BIT = 0x40000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCH = 0, 4
_FIRST, _SECOND = 16, 24  # offsets of the arguments' lower halves


def program(sockets=True):
    """The filter as classic BPF, or None where its numbers are not known. Without a network namespace no socket may be
    made at all: Landlock does not stop a connection to a socket that has a path."""
    if MACHINE != "x86_64":
        return None
    code = []

    def op(kind, value, if_true=0, if_false=0):
        code.append(struct.pack("HBBI", kind, if_true, if_false, value & 0xFFFFFFFF))

    def refuse(number=errno.EPERM):
        op(_RETURN, _ERRNO | number)

    op(_LOAD, _ARCH)
    op(_EQUAL, _ARCH_X86_64, 1, 0)
    op(_RETURN, _KILL)
    op(_LOAD, _NUMBER)
    op(_AT_LEAST, _X32_BIT, 0, 1)
    op(_RETURN, _KILL)
    for number in REFUSED.values():
        op(_EQUAL, number, 0, 1)
        refuse()
    op(_EQUAL, CLONE3, 0, 1)  # its flags are in memory, where a filter cannot look; libc falls back to clone
    refuse(errno.ENOSYS)
    op(_EQUAL, CLONE, 0, 4)
    op(_LOAD, _FIRST)
    op(_ANY_BIT, NAMESPACE_FLAGS, 0, 1)
    refuse()
    op(_RETURN, _ALLOW)
    families = SOCKET_FAMILIES if sockets else ()
    op(_EQUAL, SOCKET, 0, 3 + len(families))
    op(_LOAD, _FIRST)
    for index, family in enumerate(families):
        op(_EQUAL, family, len(families) - index, 0)
    refuse(errno.EAFNOSUPPORT)
    op(_RETURN, _ALLOW)
    op(_EQUAL, IOCTL, 0, 5)
    op(_LOAD, _SECOND)
    op(_EQUAL, TIOCSTI, 2, 0)
    op(_EQUAL, TIOCLINUX, 1, 0)
    op(_RETURN, _ALLOW)
    refuse()
    for number, offset in SELF_ONLY.values():
        op(_EQUAL, number, 0, 4)
        op(_LOAD, offset)
        op(_EQUAL, 0, 0, 1)
        op(_RETURN, _ALLOW)
        refuse()
    op(_RETURN, _ALLOW)
    return b"".join(code)


def apply(code):
    """Installs the filter in this process. Privileges must have been given up before."""

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    buffer = ctypes.create_string_buffer(code, len(code))
    whole = Program(len(code) // 8, ctypes.addressof(buffer))
    prctl_pointer(PR_SET_SECCOMP, 2, ctypes.byref(whole))
