// `pybench mcp`: the sandboxed interpreter for outside agents, as an MCP server over stdio.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { defaultLimits, visibleName } from '../../core/index.ts';
import { defineCommand } from '../command.ts';
import { prepareOutFolder, readDataFolder, writeOutFolder } from './exec-data.ts';
import { isolationFlag } from '../flags/common.ts';
import { withInterpreters } from '../../interpreter/index.ts';
import { limitFlag, timeoutFlag } from '../flags/limits.ts';
import { tell } from '../terminal/print.ts';
import { stopSignal } from '../terminal/stop.ts';

const folder = z.string().min(1, { error: 'is empty; give the path of a folder' }).optional();

export const mcpCommand = defineCommand({
  flags: {
    data: { value: 'DIR', about: 'its files are under ./data', schema: folder },
    out: { value: 'DIR', about: 'where to write the files of ./output when the client disconnects', schema: folder },
    timeout: timeoutFlag,
    limit: limitFlag,
    isolation: isolationFlag,
  },
  examples: ['mcp --data instance/data --out instance/output'],
  async run({ flags }) {
    const { serveMcp } = await import('../../mcp/index.ts'); // loaded by this command only
    const files = flags.data === undefined ? [] : readDataFolder(flags.data);
    if (flags.out !== undefined) prepareOutFolder(flags.out);
    const cellCpuSeconds = flags.timeout ?? defaultLimits.cellCpuSeconds;
    const limits = { ...defaultLimits, cellCpuSeconds, ...flags.limit };
    await withInterpreters({ isolation: flags.isolation, limits, modules: [] }, async (host) => {
      const interpreter = await host.open(files);
      try {
        await serveMcp(interpreter, stopSignal());
        const { files: outputs, figures, left } = await interpreter.collect();
        const trialHasFigures = writeFiguresForTrial(figures);
        if (flags.out !== undefined)
          writeOutFolder(flags.out, { files: outputs, figures: trialHasFigures ? new Map() : figures });
        for (const { path, reason } of left) tell(`left behind: ${visibleName(path)} (${reason})`);
      } finally {
        await interpreter.close();
      }
    });
  },
});

/** Under `-a exec:…`, the trial sets the folder for the records of saved figures. */
function writeFiguresForTrial(figures: ReadonlyMap<string, Uint8Array>): boolean {
  const place = process.env['PYBENCH_FIGURES'];
  if (!place || !existsSync(place)) return false;
  for (const [digest, record] of figures) writeFileSync(join(place, `${digest}.json`), record);
  return true;
}
