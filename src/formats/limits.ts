// How much of somebody else's file a reader takes in. A grader has 512 MB of heap, 1.5 GB in all and 20 s: these bounds keep
// an honest file far from that, and give a hostile one a plain reason instead of a dead process.

const MB = 2 ** 20;

export const formatLimits = {
  /** A file as it lies on disk. */
  fileBytes: 64 * MB,
  /** What an archive or a compressed file unpacks to, all entries together. */
  unpackedBytes: 160 * MB,
  /** YAML, TOML and INI: their parsers take a hundred bytes of memory for one of the file. */
  settingsBytes: MB,
  entries: 5_000,
  /** One record of a delimited file, one line of a JSON Lines file. */
  recordCharacters: MB,
  rows: 1_000_000,
  columns: 16_384,
  cells: 4_000_000,
  sheets: 100,
  /** Numbers in one array of an .npy file. */
  arrayValues: 20_000_000,
  /** Nesting of JSON, YAML and TOML values. */
  valueDepth: 64,
  /** Nesting of XML and HTML elements. */
  markupDepth: 256,
  markupNodes: 1_000_000,
  markdownLines: 200_000,
  /** Aliases that one YAML document may resolve. */
  aliases: 100,
  /** Parts of a mail, events of a calendar, cues of subtitles, entries of a bibliography, cells of a notebook. */
  items: 100_000,
} as const;
