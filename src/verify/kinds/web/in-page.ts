// What is run within the page's own world, as source text: it is JavaScript of the browser, not of ours. Nothing is asked of
// the page here: that is done from another world (world.ts).
import { runInThisContext } from 'node:vm';
import { MAX_ITEMS, MAX_TEXT } from './transcript.ts';

/** The name under which a page's connections are reported until they are wrapped. */
export const REPORT = '__reportConnection';

/**
 * Before any script of the page: Math.random is seeded, what is offered for download stays readable, for a page may revoke its
 * address at once, and connections that are no requests are reported.
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

/** Playwright sends the text of a function, and gives it arguments only if it is one here, too. */
function inPage(source: string): unknown {
  return runInThisContext(`(${source})`);
}
