// Workbooks, texts and slides as LibreOffice shows them.
import { askTwice } from '../tools-process.ts';
import { WarmPool } from '../../system/index.ts';
import { Office, type OfficeRequest, type Rendered } from './office.ts';

export type { OfficeRequest, Rendered } from './office.ts';

const offices = new WarmPool(() => new Office(), 1);

/** Opens a document, calculates its formulas, and prints it as a PDF if wanted. */
export function renderOffice(request: OfficeRequest): Promise<Rendered> {
  return askTwice(() => offices.use((office) => office.render(request)));
}
