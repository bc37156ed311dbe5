// Source text that runs in the browser, in the page's own JavaScript context: it prepares the page and reads downloads.
// Looks run in the isolated world instead (world.ts).
import { runInThisContext } from 'node:vm';
import { MAX_ITEMS, MAX_TEXT } from './transcript.ts';

/** Name of the binding that reports connections. The preparation removes it from `window` before the page's scripts. */
export const REPORT = '__reportConnection';

/**
 * Runs before any script of the page. It seeds Math.random, keeps each Blob readable after the page has revoked its
 * address, and reports connections that are not requests.
 */
export function preparation(seed: number): string {
  return `(() => {
    let state = ${seed} >>> 0;
    Math.random = () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    const offered = new Map();
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      const address = create(blob);
      if (offered.size < 100) offered.set(address, blob);
      return address;
    };
    Object.defineProperty(window, Symbol.for('offered'), { value: offered });
    const report = window.${REPORT};
    delete window.${REPORT};
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) {
      const Own = window[name];
      if (!Own) continue;
      const Wrapped = new Proxy(Own, { construct(target, args) { report?.(name); return Reflect.construct(target, args); } });
      Own.prototype.constructor = Wrapped;
      window[name] = Wrapped;
    }
  })();`;
}

export const offeredText = inPage(`async (address) => {
  const blob = window[Symbol.for('offered')]?.get(address);
  return blob ? (await blob.slice(0, ${MAX_ITEMS * MAX_TEXT}).text()) : null;
}`) as (address: string) => Promise<string | null>;

/** Playwright sends the source text of a function, and passes arguments only if the value is a function here, too. */
function inPage(source: string): unknown {
  return runInThisContext(`(${source})`);
}
