// plotly.js for pages that load it over the network: of the version that the interpreter's Plotly asks for, as its own host
// would serve it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Where pages load plotly.js from: its own host, and mirrors of npm. */
const HOSTS = new Set(['cdn.plot.ly', 'cdn.jsdelivr.net', 'unpkg.com', 'cdnjs.cloudflare.com', 'cdn.bootcdn.net']);

let library: Uint8Array | undefined;

/** What the address of a script gives: plotly.js, or nothing. */
export function libraryFor(address: string): Uint8Array | undefined {
  const { hostname, pathname, protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (!HOSTS.has(hostname) || !/plotly[^/]*(\.js)?$/i.test(pathname)) return undefined;
  return (library ??= readFileSync(createRequire(import.meta.url).resolve('plotly.js-dist-min')));
}
