// For "node --import": appends the URL of every loaded module to the file MODULE_LIST. It registers itself as the hook,
// which Node runs in a separate thread.
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

/**
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => Promise<object>} next
 */
export async function load(url, context, next) {
  appendFileSync(process.env['MODULE_LIST'] ?? '/dev/null', `${url}\n`);
  return await next(url, context);
}
