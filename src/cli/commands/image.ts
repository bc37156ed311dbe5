// `pybench image`: builds, lists and removes the root file systems of interpreters.
import Table from 'cli-table3';
import { imageNames, type ImageName } from '../../../setup/image-list.mjs';
import { ensureImage } from '../../../setup/image-build.mjs';
import { listImages, recordManifest, removeImageFolder } from '../../../setup/image-store.mjs';
import { createProgress } from '../../../setup/progress.mjs';
import { usageProblem } from '../../core/index.ts';
import { defineCommand } from '../command.ts';
import { switchFlag } from '../flags/common.ts';
import { print, printJson } from '../terminal/print.ts';

const described = () =>
  listImages().map(({ folder, current, manifest }) => ({
    name: manifest.name,
    list: manifest.list,
    manifest: manifest.digest,
    packages: Object.keys(manifest.packages).length,
    builtAt: manifest.builtAt,
    current,
    folder,
  }));

export const imageListCommand = defineCommand({
  flags: {},
  examples: ['image list', 'image list --json'],
  async run({ flags }) {
    const images = described();
    if (flags.json) return printJson(images);
    if (images.length === 0) return print('There is no image yet: "pybench image build" makes them.');
    const table = new Table({
      head: ['image', 'versions', 'packages', 'built', 'in use', 'folder'],
      style: { head: [], border: [], compact: true },
    });
    for (const each of images) {
      table.push([
        `${each.name} ${each.list}`,
        each.manifest,
        each.packages,
        each.builtAt.slice(0, 10),
        each.current ? 'yes' : 'no',
        each.folder,
      ]);
    }
    print(table.toString());
  },
});

export const imageBuildCommand = defineCommand({
  args: [{ pattern: '[name]', about: imageNames.join(' or ') }],
  flags: { record: switchFlag('write the installed versions to images/, for maintainers') },
  examples: ['image build', 'image build tools'],
  async run({ args, flags }) {
    const progress = createProgress();
    for (const name of namesOf(args[0])) {
      const image = await ensureImage(name, progress);
      if (flags.record) recordManifest(image);
    }
    if (flags.json) printJson(described().filter(({ current }) => current));
    else print('The images are built. "pybench doctor" checks them.');
  },
});

export const imageRemoveCommand = defineCommand({
  args: [{ pattern: '[name]', about: imageNames.join(' or ') }],
  flags: { all: switchFlag('remove every image') },
  examples: ['image remove', 'image remove tools', 'image remove --all'],
  async run({ args, flags }) {
    const [name] = args;
    const names = name === undefined ? undefined : namesOf(name);
    const doomed = described().filter((each) => flags.all || (names ? names.includes(each.name) : !each.current));
    for (const { folder } of doomed) await removeImageFolder(folder);
    if (flags.json) return printJson(doomed);
    print(doomed.length === 0 ? 'Nothing to remove.' : doomed.map(({ folder }) => `Removed ${folder}`).join('\n'));
  },
});

function namesOf(name: string | undefined): readonly ImageName[] {
  if (name === undefined) return imageNames;
  const known = imageNames.find((each) => each === name);
  if (!known) throw usageProblem(`there is no image "${name}"; there are ${imageNames.join(', ')}`);
  return [known];
}
