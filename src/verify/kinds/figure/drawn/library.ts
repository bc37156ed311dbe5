// Serves plotly.js to pages that load it over the network, in the version that the interpreter's Plotly requests.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Hosts from which pages load plotly.js: its own host, and npm mirrors. */
const HOSTS = new Set(['cdn.plot.ly', 'cdn.jsdelivr.net', 'unpkg.com', 'cdnjs.cloudflare.com', 'cdn.bootcdn.net']);

let library: Uint8Array | undefined;

/** Returns plotly.js if the address of a script is one of its known locations; otherwise undefined. */
export function libraryFor(address: string): Uint8Array | undefined {
  const { hostname, pathname, protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (!HOSTS.has(hostname) || !/plotly[^/]*(\.js)?$/i.test(pathname)) return undefined;
  return (library ??= readFileSync(createRequire(import.meta.url).resolve('plotly.js-dist-min')));
}
