// Reads and writes SQLite databases as bytes. The engine is WebAssembly, which isolates its faults; it is loaded on
// first use.
import type { Database, SqlJsStatic, SqlValue } from 'sql.js';
import { formatLimits } from '../limits.ts';
import { checkCount, checkSize, FormatProblem, parsing } from '../problem.ts';
import { tableOf, type Cell, type Table } from './table.ts';

export interface SqliteTable {
  readonly name: string;
  /** Column names with their declared types, such as "INTEGER PRIMARY KEY" or "TEXT". */
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly Cell[])[];
}

const MAGIC = 'SQLite format 3\0';
let engine: Promise<SqlJsStatic> | undefined;

async function loadEngine(): Promise<SqlJsStatic> {
  engine ??= import('sql.js').then(({ default: init }) => init());
  return await engine;
}

/** Executes the table definitions in order, then further statements, such as indexes and views. */
export async function writeSqlite(
  tables: readonly SqliteTable[],
  statements: readonly string[] = [],
): Promise<Uint8Array> {
  const database = new (await loadEngine()).Database();
  try {
    database.run('BEGIN');
    for (const { name, columns, rows } of tables) {
      const declared = Object.entries(columns).map(([column, type]) => `${quoted(column)} ${type}`);
      database.run(`CREATE TABLE ${quoted(name)} (${declared.join(', ')})`);
      const insert = database.prepare(`INSERT INTO ${quoted(name)} VALUES (${declared.map(() => '?').join(', ')})`);
      for (const row of rows) insert.run(row.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell)));
      insert.free();
    }
    for (const statement of statements) database.run(statement);
    database.run('COMMIT');
    return database.export();
  } finally {
    database.close();
  }
}

/** The names of the tables, without SQLite's internal ones. */
export async function listSqlite(bytes: Uint8Array): Promise<string[]> {
  return await withDatabase(bytes, tableNames);
}

/** Reads one stored table; a view is refused. */
export async function readSqlite(bytes: Uint8Array, name: string): Promise<Table> {
  return await withDatabase(bytes, (database) => {
    const names = tableNames(database);
    if (!names.includes(name))
      throw new FormatProblem(
        `the database has no table "${name}", only ${
          names
            .slice(0, 10)
            .map((each) => `"${each}"`)
            .join(', ') || 'none'
        }`,
      );
    return query(database, `SELECT * FROM ${quoted(name)}`);
  });
}

/**
 * The result of a query that the task supplies. A view in the agent's file can make it run forever; the grader's time
 * limit ends it.
 */
export async function querySqlite(bytes: Uint8Array, sql: string, parameters: readonly Cell[] = []): Promise<Table> {
  return await withDatabase(bytes, (database) => query(database, sql, parameters));
}

async function withDatabase<T>(bytes: Uint8Array, use: (database: Database) => T): Promise<T> {
  checkSize(bytes);
  if (Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') !== MAGIC)
    throw new FormatProblem('the file is not an SQLite database');
  const { Database } = await loadEngine();
  const database = new Database(bytes);
  try {
    return parsing('a valid SQLite database', () => {
      database.run('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON');
      return use(database);
    });
  } finally {
    database.close();
  }
}

function tableNames(database: Database): string[] {
  const sql =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND rootpage > 0 ORDER BY name";
  return query(database, sql).rows.map(([name]) => String(name));
}

function query(database: Database, sql: string, parameters: readonly Cell[] = []): Table {
  const statement = database.prepare(sql);
  try {
    statement.bind(parameters.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell)));
    const header = statement.getColumnNames();
    const rows: Cell[][] = [];
    while (statement.step()) {
      rows.push(statement.get().map((value, index) => cellOf(value, header[index] ?? '')));
      checkCount(rows.length, formatLimits.rows, 'rows');
      checkCount(rows.length * header.length, formatLimits.cells, 'cells');
    }
    return tableOf(header, rows);
  } finally {
    statement.free();
  }
}

function cellOf(value: SqlValue, column: string): Cell {
  if (value instanceof Uint8Array) throw new FormatProblem(`the column "${column}" holds bytes, not values`);
  return value;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
