// The images on this machine: found by the digest of their list, listed, removed.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { isRoot, lastError } from './debian.mjs';
import { imageNames, readImageList } from './image-list.mjs';
import { SetupProblem } from './problem.mjs';
import { cacheRoot, packageRoot } from './root.mjs';

/**
 * @typedef {object} ImageManifest what was installed, written when the build ended
 * @property {import('./image-list.mjs').ImageName} name
 * @property {string} list digest of the package list
 * @property {string} digest digest of the installed versions
 * @property {string} builtAt
 * @property {Record<string, string>} packages
 */
/** @typedef {{ folder: string, rootfs: string, manifest: ImageManifest }} Image */

export const imagesFolder = () => join(cacheRoot(), 'images');

/** @param {import('./image-list.mjs').ImageList} list */
export const imageFolder = (list) => join(imagesFolder(), `${list.name}-${list.digest}`);

/**
 * The image that the repository's list asks for, if it has been built.
 * @param {import('./image-list.mjs').ImageName} name
 * @returns {Image | undefined}
 */
export function findImage(name) {
  return openImage(imageFolder(readImageList(name)));
}

/** Every image in the cache, with whether the repository's lists still ask for it. */
export function listImages() {
  const wanted = new Set(imageNames.map((name) => imageFolder(readImageList(name))));
  return (existsSync(imagesFolder()) ? readdirSync(imagesFolder()).toSorted() : []).flatMap((entry) => {
    const image = openImage(join(imagesFolder(), entry));
    return image ? [{ ...image, current: wanted.has(image.folder) }] : [];
  });
}

/**
 * The versions that the repository expects; Debian's point releases may have moved on since.
 * @param {import('./image-list.mjs').ImageName} name
 * @returns {{ list: string, digest: string } | undefined}
 */
export function recordedManifest(name) {
  const file = join(packageRoot, 'images', `${name}.manifest.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Makes the versions of a built image the ones that the repository expects.
 * @param {Image} image
 */
export function recordManifest({ manifest: { name, list, digest, packages } }) {
  const file = join(packageRoot, 'images', `${name}.manifest.json`);
  writeFileSync(file, `${JSON.stringify({ list, digest, packages }, null, 1)}\n`);
}

/**
 * Removes a folder of image files, some of which may belong to ids that only a user namespace reaches.
 * @param {string} folder
 */
export async function removeImageFolder(folder) {
  if (!existsSync(folder)) return;
  const remove = ['rm', '-rf', '--one-file-system', folder];
  const command = isRoot ? remove : ['unshare', '--user', '--map-root-user', '--map-auto', ...remove];
  const { code, tail } = await runCommand(/** @type {string} */ (command[0]), command.slice(1));
  if (code !== 0) throw new SetupProblem(`cannot remove ${folder}: ${lastError(tail)}`, { fix: 'try with sudo' });
}

/**
 * @param {string} folder
 * @returns {Image | undefined}
 */
function openImage(folder) {
  const file = join(folder, 'manifest.json');
  const rootfs = join(folder, 'rootfs');
  if (!existsSync(file) || !existsSync(rootfs)) return undefined;
  return { folder, rootfs, manifest: JSON.parse(readFileSync(file, 'utf8')) };
}
