// Attacks on the resources of a sandbox. Each prints how much it holds or has used ("used N"); none may use more than
// 1.3 times the limit. Earlier versions did not count these resources: no process holds them, or their process has ended.

export interface ResourceAttack {
  readonly name: string;
  readonly of: 'memory' | 'cpu' | 'processes';
  readonly cells: readonly string[];
  /** Pause without a running cell after the first cell. */
  readonly waitMs?: number;
  /** Whether a limit must stop the attack; an attack that ends without a limit proves nothing. */
  readonly stopped: boolean;
}

/** Units: MiB, seconds, processes. */
export const resourceLimits = { memory: 512, cpu: 2, processes: 96 } as const;

const seen = "import os\nprint('used', open('output/used').read() if os.path.exists('output/used') else 0)";
const grow = `
    x = []
    for i in range(30):
        x.append(bytearray(b'1') * (50 << 20))
        open('output/used', 'w').write(str(50 * (i + 1)))
    time.sleep(1000)`;

/** Children that each fill a buffer, one after the other, and print its size in bytes. */
const children = (count: number, fill: string) => `
import os, socket, time
total = 0
r, w = os.pipe()
for p in range(${count}):
    if os.fork() == 0:
        n, keep = 0, []
        try:
            while True:
${fill}
        except OSError:
            pass
        os.write(w, n.to_bytes(8, 'big'))
        time.sleep(1000)
    total += int.from_bytes(os.read(r, 8), 'big')
    print('used', total >> 20, flush=True)`;

const memory = (name: string, ...cells: string[]): ResourceAttack => ({ name, of: 'memory', cells, stopped: true });

export const resourceAttacks: readonly ResourceAttack[] = [
  memory(
    'shared memory that no page table shows',
    "import mmap\nx = []\nfor i in range(30):\n    m = mmap.mmap(-1, 64 << 20)\n    for j in range(16):\n        m.write(b'1' * (4 << 20))\n    m.madvise(mmap.MADV_DONTNEED)\n    x.append(m)\n    print('used', 64 * (i + 1), flush=True)",
  ),
  memory(
    'programs that are each smaller than the warm process',
    "import subprocess, sys\nx = []\nprogram = 'import time\\nx = bytearray(b\"1\") * (150 << 20)\\nprint(1, flush=True)\\ntime.sleep(1000)'\nfor i in range(12):\n    p = subprocess.Popen([sys.executable, '-S', '-c', program], stdout=subprocess.PIPE)\n    p.stdout.readline()\n    x.append(p)\n    print('used', 150 * (i + 1), flush=True)",
  ),
  memory(
    'forks whose parents are gone',
    "import os, time\nr, w = os.pipe()\nfor i in range(12):\n    if os.fork() == 0:\n        x = bytearray(b'1') * (120 << 20)\n        if os.fork() == 0:\n            os.write(w, b'1')\n            time.sleep(1000)\n        os._exit(0)\n    os.wait()\n    os.read(r, 1)\n    print('used', 120 * (i + 1), flush=True)",
  ),
  memory(
    'forks that write to what they share with the warm process',
    "import gc, os, time\nr, w = os.pipe()\nfor i in range(30):\n    if os.fork() == 0:\n        x = bytearray(b'1') * (60 << 20)\n        gc.unfreeze()\n        gc.collect()\n        os.write(w, b'1')\n        time.sleep(1000)\n    os.read(r, 1)\n    print('used', 60 * (i + 1), flush=True)",
  ),
  memory(
    'page tables',
    "import mmap\nx = []\nfor i in range(64):\n    m = mmap.mmap(-1, 16 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANON | 0x4000, prot=mmap.PROT_READ)\n    x.append(m)\n    for j in range(0, 16 << 30, 2 << 20):\n        m[j]\n    print('used', 32 * (i + 1), flush=True)",
  ),
  memory(
    'socket buffers',
    children(
      30,
      `                a, b = socket.socketpair()
                keep += [a, b]
                for s in (a, b):
                    s.setblocking(False)
                    try:
                        while True:
                            n += s.send(b'x' * 32768)
                    except BlockingIOError:
                        pass`,
    ),
  ),
  memory(
    'socket buffers whose senders are closed',
    children(
      60,
      `                a, b = socket.socketpair(type=socket.SOCK_DGRAM)
                keep.append(b)
                a.setblocking(False)
                try:
                    while True:
                        n += a.send(b'x' * 100000)
                except BlockingIOError:
                    pass
                a.close()`,
    ),
  ),
  {
    ...memory(
      'pipes',
      children(
        40,
        `                a, b = os.pipe()
                os.set_blocking(b, False)
                try:
                    while True:
                        n += os.write(b, b'x' * 65536)
                except BlockingIOError:
                    pass`,
      ),
    ),
    stopped: false, // the kernel gives smaller pipes to a user who already has many
  },
  {
    ...memory(
      'memory of an orphan',
      `import os, time\nif os.fork() == 0:\n    time.sleep(0.3)${grow}\nos._exit(0)`,
      seen,
    ),
    waitMs: 2000,
  },
  {
    ...memory('memory between cells', `import os, time\nif os.fork() == 0:\n    time.sleep(0.5)${grow}`, seen),
    waitMs: 4000,
    stopped: false,
  },
  {
    name: 'processes of Pythons that ended themselves',
    of: 'processes',
    cells: [
      ...Array.from(
        { length: 2 },
        () =>
          'import os, time\nfor _ in range(70):\n    if os.fork() == 0:\n        time.sleep(1000)\n        os._exit(0)\nos._exit(0)',
      ),
      "import os\nprint('used', len([each for each in os.listdir('/proc') if each.isdigit()]))",
    ],
    stopped: true,
  },
  {
    name: 'CPU time of children that are not waited for',
    of: 'cpu',
    cells: [
      "import os, signal, time\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\nr, w = os.pipe()\nused, end = 0, time.monotonic() + 30\nwhile time.monotonic() < end:\n    for _ in range(2):\n        if os.fork() == 0:\n            stop = time.process_time() + 0.05\n            while time.process_time() < stop:\n                pass\n            os.write(w, b'1')\n            os._exit(0)\n    used += 0.05 * len(os.read(r, 64))\n    print('used', round(used, 2), flush=True)",
    ],
    stopped: true,
  },
  {
    name: 'CPU time between cells',
    of: 'cpu',
    cells: [
      "import os, time\nif os.fork() == 0:\n    while True:\n        open('output/used', 'w').write(str(time.process_time()))\n        stop = time.process_time() + 0.05\n        while time.process_time() < stop:\n            pass",
      seen,
    ],
    waitMs: 12_000,
    stopped: false,
  },
];
