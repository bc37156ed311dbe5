// The digests of everything that can change the results of a task's gates, in groups, so that a record shows which group changed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findImage } from '../../setup/image-store.mjs';
import { digestBytes, digestJson, type Digest } from '../core/index.ts';
import type { PythonStack } from '../interpreter/index.ts';
import type { Program, TaskWithPrograms } from '../suite/index.ts';
import {
  digestOfModules,
  moduleGraph,
  pythonDigest,
  pythonFiles,
  reachableModules,
  scriptsOf,
  withoutPythonComments,
  type Follows,
  type ModuleGraph,
  type PythonFiles,
} from '../system/index.ts';
import { cutPoints, engineRoots, kindOfModule, type Use } from './cut-points.ts';
import { checksToFail } from './programs.ts';

/** In the order in which a module is looked for: it belongs to the first group that reaches it. */
export const digestGroups = ['task', 'engine', 'kit', 'kinds', 'python', 'image', 'tools'] as const;
export type DigestGroup = (typeof digestGroups)[number];

/** The groups whose digest is that of an image. */
type ImageGroup = 'image' | 'tools';

/** `image` is null where the Python of the machine is used; `tools` where no check of the task uses the tools image, too. */
export type TaskDigests = Readonly<
  Record<Exclude<DigestGroup, ImageGroup>, Digest> & Record<ImageGroup, string | null>
>;

/** The digests that are the same for all tasks. */
export interface Surroundings {
  readonly graph: ModuleGraph;
  readonly python: PythonFiles;
  /** The manifest of the interpreter image. */
  readonly image: string | null;
  /** The manifest of the tools image; null where it is not installed. */
  readonly tools: string | null;
}

/** Starts every program of the tools image: the browser, LibreOffice and tesseract. */
const TOOLS_MODULE = 'src/render/tools-image.js';

export function surroundingsOf({ image }: Pick<PythonStack, 'image'>): Surroundings {
  return {
    graph: moduleGraph(),
    python: pythonFiles(),
    image: image?.manifest ?? null,
    tools: findImage('tools')?.manifest.digest ?? null,
  };
}

export function taskDigests(task: TaskWithPrograms, { graph, python, image, tools }: Surroundings): TaskDigests {
  const modules = modulesOf(task, graph);
  const all = Object.values(modules).flat();
  return {
    task: digestJson({ code: digestOfModules(graph, modules.task), sources: ownSources(task) }),
    engine: digestOfModules(graph, modules.engine),
    kit: digestOfModules(graph, modules.kit),
    kinds: digestOfModules(graph, modules.kinds),
    python: pythonDigest(scriptsOf(graph, all), python),
    image,
    tools: all.includes(TOOLS_MODULE) ? tools : null,
  };
}

/** The modules of each group. */
export function modulesOf(
  task: Pick<TaskWithPrograms, 'id' | 'file' | 'inputs' | 'outputs'>,
  graph: ModuleGraph,
): Readonly<Record<'task' | 'engine' | 'kit' | 'kinds', readonly string[]>> {
  const folder = `tasks/${task.id}/`;
  const module = `${folder}${task.file.replace(/ts$/, 'js')}`;
  // Checks of a task.yaml can be of any kind: its reader reaches them all.
  const roots = graph.modules[module] ? [module] : ['src/suite/yaml/task.js'];
  const formats = new Set([...task.inputs, ...task.outputs]);
  // The builders of checks that the task imports say which kinds it uses.
  const kinds = new Set<string>();
  const kit = reachableModules(graph, roots, (_, to) => {
    const kind = kindOfModule(to);
    if (kind !== undefined) kinds.add(kind);
    return kind === undefined;
  });
  const own = kit.filter((path) => path.startsWith(folder));
  const engine = reachableModules(graph, engineRoots, cutFor({ kinds: new Set(), formats: new Set() }));
  const all = reachableModules(graph, [...roots, ...engineRoots], cutFor({ kinds, formats }));
  const inEngine = new Set(engine);
  const inKit = new Set(kit);
  return {
    task: own,
    engine,
    kit: kit.filter((path) => !inEngine.has(path) && !path.startsWith(folder)),
    kinds: all.filter((path) => !inEngine.has(path) && !inKit.has(path)),
  };
}

function cutFor(use: Use): Follows {
  return (from, to) => cutPoints.every((cut) => cut.from !== from || !cut.to.test(to) || cut.counts(use, to));
}

/** Programs as they are played, and what else is written in the folder. TypeScript is in the graph. */
function ownSources({ folder, programs }: TaskWithPrograms): Record<string, unknown> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(py|yaml)$/.test(path) && !/(^|\/)(\.|node_modules\/|__pycache__\/)/.test(path))
    .filter((path) => !programs.has(path.replace(/\.\w+$/, '')));
  const textOf = (path: string) => readFileSync(join(folder, path), 'utf8');
  return {
    programs: Object.fromEntries([...programs].map(([name, program]) => [name, digestOfProgram(program)])),
    files: Object.fromEntries(
      files.map((path) => [
        path,
        digestBytes(path.endsWith('.py') ? withoutPythonComments(textOf(path)) : textOf(path)),
      ]),
    ),
  };
}

function digestOfProgram(program: Program): Digest {
  const cells = program.cells.map(({ code, answer }) => ({ code: withoutPythonComments(code), answer }));
  return digestJson({ cells, fails: checksToFail(program) });
}
