// Colours for people: only where a terminal shows them. Picocolors alone also colours the files of a CI service.
import pc from 'picocolors';

const shown = Boolean(process.env['FORCE_COLOR'] || (process.stdout.isTTY && process.stderr.isTTY));

export const colors = pc.createColors(pc.isColorSupported && shown);
