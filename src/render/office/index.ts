// Workbooks, texts and slides as LibreOffice shows them.
import { Problem } from '../../core/index.ts';
import { WarmPool } from '../warm-pool.ts';
import { Office, type OfficeReply, type OfficeRequest } from './office.ts';

export type { OfficeRequest } from './office.ts';

export type Rendered = Extract<OfficeReply, { readonly files: unknown }> | { readonly problem: string };

const offices = new WarmPool(() => new Office(), 1);

/**
 * Opens a document, calculates its formulas, and prints it as a PDF if wanted. A `problem` is the document's own.
 * An office that is lost twice is lost to the document.
 */
export async function renderOffice(request: OfficeRequest): Promise<Rendered> {
  let reply = await offices.use((office) => office.render(request));
  if ('broken' in reply) reply = await offices.use((office) => office.render(request));
  if (!('broken' in reply)) return reply;
  if (reply.broken === 'LibreOffice does not start')
    throw new Problem('LibreOffice of the tools image does not start: run "./pybench doctor"');
  return { problem: `it breaks LibreOffice: ${reply.broken}` };
}
