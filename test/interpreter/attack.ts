// The form of an attack. `reach` attacks try to reach something and print SUCCEEDED if they do; `bomb` attacks try to
// exhaust a resource, and must end by a limit; `confuse` attacks try to break the harness.

export interface Attack {
  readonly name: string;
  readonly kind: 'reach' | 'bomb' | 'confuse';
  readonly code: string;
}

/** Runs a function and prints whether the sandbox allowed it. */
const prelude = `
import os, sys, ctypes, socket, signal, subprocess, time
libc = ctypes.CDLL(None, use_errno=True)
def attempt(what, f):
    try:
        r = f()
        print('SUCCEEDED', what, repr(r)[:200])
    except BaseException as e:
        print('refused', what, type(e).__name__, str(e)[:80])
def call(number, *args):
    r = libc.syscall(number, *args)
    if r < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return r
`;

export const reach = (name: string, code: string): Attack => ({ name, kind: 'reach', code: `${prelude}\n${code}` });
export const bomb = (name: string, code: string): Attack => ({ name, kind: 'bomb', code });
export const confuse = (name: string, code: string): Attack => ({ name, kind: 'confuse', code });
