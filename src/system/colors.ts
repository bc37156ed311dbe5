// Colours in a terminal only. Picocolors alone would also colour output that a CI service writes to files.
import pc from 'picocolors';

const shown = Boolean(process.env['FORCE_COLOR'] || (process.stdout.isTTY && process.stderr.isTTY));

export const colors = pc.createColors(pc.isColorSupported && shown);
