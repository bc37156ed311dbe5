// Where the graph of modules is cut when the code that a task's gates depend on is collected. A registry imports every kind
// of check or every format; only those that a task uses count for it.

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
const ofKinds =
  (...names: string[]): CutPoint['counts'] =>
  ({ kinds }) =>
    names.some((name) => kinds.has(name));
const ofFormats =
  (...names: string[]): CutPoint['counts'] =>
  ({ formats }) =>
    names.some((name) => formats.has(name));

const sheets = ofFormats('xlsx', 'ods');
const databases = ofFormats('sqlite', 'sqlite3', 'db');

export const cutPoints: readonly CutPoint[] = [
  { from: 'src/verify/kinds/registry.js', to: /^src\/verify\/kinds\//, counts: ofUsedKind },
  // Pages and figures are drawn in browsers; figures in pictures are read by planners.
  {
    from: 'src/verify/services.js',
    to: /^src\/verify\/kinds\/(web|figure)\//,
    counts: ofKinds('web', 'figure'),
  },
  {
    from: 'src/verify/services.js',
    to: /^src\/render\//,
    counts: ofKinds('certificate', 'document', 'figure', 'image', 'predictions', 'table', 'web', 'workbook'),
  },
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
