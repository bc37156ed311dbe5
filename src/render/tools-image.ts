// Makes the commands that start programs of the tools image: each in its own namespaces, without network, as a user without rights.
import { findImage } from '../../setup/image-store.mjs';
import { Problem } from '../core/index.ts';
import { enterScript } from '../interpreter/index.ts';

const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--fork', '--kill-child'];

/** A user id that no account of a usual system has. */
const UNUSED_ID = 64_124;

export interface ToolsCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The command for a program of the tools image. The program uses pipes, has its own /tmp, and ends with its parent. */
export function toolsCommand(program: readonly string[], { tmp = '64m' } = {}): ToolsCommand {
  const image = findImage('tools');
  if (!image) throw new Problem('rendering needs the tools image: run "./pybench image build tools"');
  const asRoot = process.getuid?.() === 0;
  const own = asRoot ? [] : ['--user', '--map-root-user'];
  const withoutRights = asRoot
    ? ['setpriv', `--reuid=${UNUSED_ID}`, `--regid=${UNUSED_ID}`, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all'] // prettier-ignore
    : ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const enter = ['sh', enterScript, 'tools', image.rootfs, tmp];
  return {
    file: '/usr/bin/env',
    args: ['setpriv', '--pdeathsig', 'KILL', 'unshare', ...own, ...NAMESPACES, ...enter, ...withoutRights, ...program],
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/tmp',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    },
  };
}
