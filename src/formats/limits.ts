// The size limits of the file readers. A grader has a heap of 512 MB, 1.5 GB of memory in all and 20 s: within these
// limits a normal file needs far less, and a hostile one is refused with a reason before the process runs out of
// memory.

const MB = 2 ** 20;

export const formatLimits = {
  /** The size of a file on disk. */
  fileBytes: 64 * MB,
  /** The unpacked size of an archive or a compressed file, all entries together. */
  unpackedBytes: 160 * MB,
  /** YAML, TOML and INI: their parsers use a hundred bytes of memory per byte of the file. */
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
