// Where an export goes: line by line into one file, or file by file into a folder that was empty.
import { closeSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../../setup/folder.mjs';
import { Problem, reasonOf } from '../../core/index.ts';

export interface ExportedFile {
  readonly path: string;
  readonly bytes: string | Uint8Array;
}

export interface ExportTarget {
  /** Writes a trial, and says where it is. */
  write(files: readonly ExportedFile[]): { readonly line: number } | { readonly file: string | undefined };
  close(): void;
}

/** Without a file, to stdout. Nothing is touched before the first line is there. */
export function exportedLines(file: string | undefined): ExportTarget {
  let place: number | undefined;
  let line = 0;
  return {
    write(files) {
      for (const { bytes } of files) {
        if (file === undefined) process.stdout.write(bytes);
        else {
          const open = (place ??= attempt(file, () => openSync(file, 'w')));
          attempt(file, () => writeFileSync(open, bytes));
        }
      }
      line += 1;
      return { line };
    },
    close: () => place !== undefined && closeSync(place),
  };
}

export function exportedFiles(folder: string): ExportTarget {
  let ready = false;
  return {
    write(files) {
      attempt(folder, () => {
        if (!ready) makeFolder(folder);
        if (!ready && readdirSync(folder).length > 0) throw new Problem('it is not empty');
        ready = true;
        for (const { path, bytes } of files) {
          makeFolder(dirname(join(folder, path)));
          writeFileSync(join(folder, path), bytes);
        }
      });
      return { file: files[0]?.path };
    },
    close: () => undefined,
  };
}

function attempt<T>(target: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new Problem(`cannot write the export to ${target}: ${reasonOf(error)}`, { cause: error });
  }
}
