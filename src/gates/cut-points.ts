// Where the graph of modules is cut when the code that a task's gates depend on is collected. A registry imports every kind
// of check or every format, and the services of the verifier import what prepares checks of every kind; only what a task uses
// counts for it.
import { checkKinds } from '../verify/index.ts';

/** The entries of the registries that a task uses. */
export interface Use {
  /** Folders of src/verify/kinds. */
  readonly kinds: ReadonlySet<string>;
  /** Extensions of its inputs and outputs, without a dot. */
  readonly formats: ReadonlySet<string>;
}

export interface CutPoint {
  /** The module whose imports are cut. */
  readonly from: string;
  /** Which of them. */
  readonly to: RegExp;
  readonly counts: (use: Use, to: string) => boolean;
}

/** The folder of the kind that a module belongs to. */
export function kindOfModule(path: string): string | undefined {
  return /^src\/verify\/kinds\/([^/]+)\//.exec(path)?.[1];
}

const ofUsedKind: CutPoint['counts'] = ({ kinds }, to) => kinds.has(kindOfModule(to) ?? '');
/** Services that preparations use. The definition of a kind lists them; other services cannot be used, by its types. */
const ofService =
  (service: (typeof checkKinds)[number]['uses'][number]): CutPoint['counts'] =>
  ({ kinds }) =>
    checkKinds.some(({ kind, uses }) => kinds.has(kind) && uses.includes(service));
const ofFormats =
  (...names: string[]): CutPoint['counts'] =>
  ({ formats }) =>
    names.some((name) => formats.has(name));

const sheets = ofFormats('xlsx', 'ods');
const databases = ofFormats('sqlite', 'sqlite3', 'db');

export const cutPoints: readonly CutPoint[] = [
  { from: 'src/verify/kinds/registry.js', to: /^src\/verify\/kinds\//, counts: ofUsedKind },
  { from: 'src/verify/services.js', to: /^src\/verify\/kinds\/web\//, counts: ofService('browsers') },
  { from: 'src/verify/services.js', to: /^src\/verify\/kinds\/figure\//, counts: ofService('planners') },
  { from: 'src/verify/services.js', to: /^src\/render\//, counts: ofService('renderer') },
  { from: 'src/formats/tables/read-table.js', to: /\/spreadsheet/, counts: sheets },
  { from: 'src/formats/tables/read-table.js', to: /\/sqlite/, counts: databases },
  { from: 'src/formats/tables/write-table.js', to: /\/spreadsheet/, counts: sheets },
  { from: 'src/formats/tables/write-table.js', to: /\/sqlite/, counts: databases },
  {
    from: 'src/agent/no-work/blank-file.js',
    to: /^src\/formats\/sound\//,
    counts: ofFormats('wav', 'flac', 'mp3', 'ogg'),
  },
  {
    from: 'src/agent/no-work/blank-file.js',
    to: /^src\/formats\/pictures\//,
    counts: ofFormats('png', 'jpg', 'jpeg', 'webp', 'gif', 'tif', 'tiff', 'bmp'),
  },
  // Gates never play an agent that is a user's program.
  { from: 'src/agent/named.js', to: /\/exec-agent\.js$/, counts: () => false },
];

/** The modules that make a task's instances, and play and grade them in its gates. */
export const engineRoots: readonly string[] = [
  'src/gates/audit.js',
  'src/interpreter/host.js',
  'src/suite/programs.js',
  'src/verify/verifier.js',
];
