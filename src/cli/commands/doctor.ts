// `pybench doctor`: checks this machine and explains how to fix problems.
import { whyNoImage } from '../../../setup/debian.mjs';
import { findImage } from '../../../setup/image-store.mjs';
import { SetupProblem } from '../../../setup/problem.mjs';
import { findPython, type PythonChoice } from '../../../setup/python.mjs';
import { defaultLimits, Problem, reasonOf, type IsolationLevel } from '../../core/index.ts';
import { namespaceObstacle, openHost, type InterpreterHost } from '../../interpreter/index.ts';
import { colors } from '../../system/index.ts';
import { version } from '../../../setup/version.mjs';
import { defineCommand } from '../command.ts';
import { print, printJson } from '../terminal/print.ts';
import { chromiumVersion, probeHost, type Probe } from './doctor-probe.ts';

interface Diagnosis {
  readonly ok: boolean;
  readonly pybench: string;
  readonly node: string;
  readonly image: { list: string; manifest: string; asRecorded: boolean; folder: string } | null;
  readonly python: { version: string; source: string; packages: Readonly<Record<string, string>> } | null;
  readonly isolation: IsolationLevel;
  readonly tools: Readonly<Record<string, string | null>>;
  readonly fonts: readonly string[];
  readonly problems: readonly { problem: string; fix: string }[];
}

export const doctorCommand = defineCommand({
  flags: {},
  examples: ['doctor', 'doctor --json'],
  async run({ flags }) {
    const diagnosis = await diagnose();
    if (flags.json) printJson(diagnosis);
    else show(diagnosis);
    return diagnosis.ok ? 0 : 1;
  },
});

async function diagnose(): Promise<Diagnosis> {
  const problems: { problem: string; fix: string }[] = [];
  const { python, host } = await lookForPython(problems);
  const probe: Probe = host ? await probeHost(host) : { tools: {}, fonts: [] };
  const chromium = chromiumVersion();
  if (!chromium) problems.push({ problem: 'no Chromium for web checks', fix: 'pybench image build tools' });
  if (host && !host.stack.image) {
    const why = whyNoImage() ?? (process.env['PYBENCH_PYTHON'] ? 'PYBENCH_PYTHON is set' : 'it has not been built');
    problems.push({ problem: `no interpreter image: ${why}`, fix: 'pybench image build' });
  }
  if (host?.stack.image && !host.stack.image.asRecorded) {
    problems.push({
      problem: 'the image holds other versions than the repository records',
      fix: 'nothing to do: results say so',
    });
  }
  for (const [tool, found] of Object.entries(probe.tools)) {
    if (!found) problems.push({ problem: `${tool} is missing from the interpreter`, fix: 'pybench image build' });
  }
  if (host && !probe.fonts.some((font) => /CJK|Han|Hei|Song/i.test(font))) {
    problems.push({ problem: 'no Chinese font in the interpreter', fix: 'pybench image build' });
  }
  const image = python?.kind === 'image' ? python.image : undefined;
  const obstacle = image && host?.stack.isolation === 'root' ? namespaceObstacle() : undefined;
  if (obstacle) problems.push(obstacle);
  for (const part of host?.stack.without ?? [])
    problems.push({
      problem: `the sandbox runs without ${part}`,
      fix:
        part === 'Landlock' ? 'start the kernel with lsm=landlock (5.13 or newer)' : 'nothing to do on this processor',
    });
  await host?.close();
  return {
    ok: host !== undefined,
    pybench: version,
    node: process.versions.node,
    image: image && host?.stack.image ? { ...host.stack.image, folder: image.folder } : null,
    python:
      host && python ? { version: host.stack.version, source: sourceOf(python), packages: host.stack.packages } : null,
    isolation: host?.stack.isolation ?? 'none',
    tools: { ...probe.tools, chromium },
    fonts: probe.fonts,
    problems,
  };
}

async function lookForPython(
  problems: { problem: string; fix: string }[],
): Promise<{ python?: PythonChoice; host?: InterpreterHost }> {
  try {
    const python = findPython();
    if (python) return { python, host: await openHost(python, defaultLimits) };
    const obstacle = whyNoImage();
    problems.push({
      problem: `no Python with the stack${obstacle ? `, and no image can be built: ${obstacle}` : ''}`,
      fix: obstacle ? 'set PYBENCH_PYTHON to a Python with requirements.txt installed' : 'pybench image build',
    });
  } catch (error) {
    if (!(error instanceof SetupProblem || error instanceof Problem)) throw error;
    const obstacle = findImage('interpreter') ? namespaceObstacle() : undefined;
    const fix = 'set PYBENCH_PYTHON to a Python with requirements.txt installed';
    problems.push(obstacle ?? { problem: reasonOf(error), fix });
  }
  return {};
}

function sourceOf(python: PythonChoice): string {
  return python.kind === 'image' ? 'image' : `${python.source}: ${python.program}`;
}

const SHOWN_PACKAGES = ['numpy', 'pandas', 'scipy', 'matplotlib', 'scikit-learn', 'pillow', 'opencv', 'openpyxl'];

function show({ pybench, node, image, python, isolation, tools, fonts, problems, ok }: Diagnosis): void {
  const packages = SHOWN_PACKAGES.flatMap((name) => {
    const found = Object.entries(python?.packages ?? {}).find(([each]) => each.toLowerCase() === name);
    return found ? [`${name} ${found[1]}`] : [];
  });
  const lines: [string, string][] = [
    ['pybench', `${pybench} on Node ${node}`],
    ['image', image ? `${image.manifest}${image.asRecorded ? ', as recorded' : ''} in ${image.folder}` : 'none'],
    ['python', python ? `${python.version} (${python.source})` : 'none'],
    ['packages', packages.join(', ') || 'none'],
    ['isolation', isolation === 'none' ? 'none: run only code that you trust' : isolation],
    [
      'tools',
      Object.entries(tools)
        .map(([name, found]) => `${name} ${found ?? 'missing'}`)
        .join(', ') || 'none',
    ],
    ['fonts', fonts.slice(0, 6).join(', ') || 'none'],
  ];
  for (const [name, value] of lines) print(`${colors.dim(name.padEnd(10))} ${value}`);
  for (const { problem, fix } of problems) print(`${colors.yellow('!')} ${problem}\n  ${colors.dim(fix)}`);
  print(ok ? colors.green('Ready.') : colors.red('Not ready.'));
}
