// The digests of exams that the repository records, so that an exam that changes is noticed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { printInstanceId, type Digest, type InstanceId } from '../core/index.ts';

let recorded: Readonly<Record<string, Digest>> | undefined;

/** Undefined for exams that are not recorded, and in an installed package, which has no tests. */
export function recordedDigest(id: InstanceId): Digest | undefined {
  recorded ??= read(join(packageRoot, 'test', 'suite', 'digests.json'));
  return recorded[printInstanceId(id)];
}

function read(file: string): Record<string, Digest> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Digest>) : {};
}
