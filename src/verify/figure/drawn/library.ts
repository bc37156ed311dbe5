// plotly.js for pages that load it from a network of content: the one that the interpreter's Plotly writes into its pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findImage } from '../../../../setup/image-store.mjs';
import { Problem } from '../../../core/index.ts';

/** Where pages load plotly.js from: its own host, and the mirrors of npm. */
const HOSTS = new Set(['cdn.plot.ly', 'cdn.jsdelivr.net', 'unpkg.com', 'cdnjs.cloudflare.com', 'cdn.bootcdn.net']);
const FILE = 'usr/share/python3-plotly/plotly.js';

let library: Uint8Array | undefined;

/** What the address of a script gives: plotly.js, or nothing. */
export function libraryFor(address: string): Uint8Array | undefined {
  const { hostname, pathname, protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (!HOSTS.has(hostname) || !/plotly[^/]*(\.js)?$/i.test(pathname)) return undefined;
  return (library ??= readLibrary());
}

function readLibrary(): Uint8Array {
  const image = findImage('interpreter');
  if (!image) throw new Problem('pages of Plotly need the interpreter image: run "./pybench image build"');
  return readFileSync(join(image.rootfs, FILE));
}
