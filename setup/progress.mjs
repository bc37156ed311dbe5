// Progress on stderr: one line that is redrawn in a terminal, a plain line now and then elsewhere.

const QUIET_INTERVAL_MS = 15_000;

/**
 * @typedef {object} Progress
 * @property {(text: string) => void} step a new stage, always shown
 * @property {(text: string) => void} update where the stage has got to, shown when it is time
 * @property {() => void} done leaves the last line standing
 */

/**
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Progress}
 */
export function createProgress(stream = process.stderr) {
  const animated = stream.isTTY;
  const started = Date.now();
  let lastShown = 0;
  let lineOpen = false;

  /** @param {string} text */
  const stamped = (text) => `${text} ${dim(`${Math.round((Date.now() - started) / 1000)} s`, animated)}`;

  return {
    step(text) {
      if (lineOpen) stream.write('\r\x1b[2K');
      stream.write(`${text}\n`);
      lineOpen = false;
      lastShown = Date.now();
    },
    update(text) {
      if (animated) {
        if (Date.now() - lastShown < 80) return;
        const room = Math.max(20, (stream.columns ?? 80) - 10);
        stream.write(`\r\x1b[2K${stamped(text.slice(0, room))}`);
        lineOpen = true;
        lastShown = Date.now();
      } else if (Date.now() - lastShown > QUIET_INTERVAL_MS) {
        stream.write(`${stamped(text)}\n`);
        lastShown = Date.now();
      }
    },
    done() {
      if (lineOpen) stream.write('\r\x1b[2K');
      lineOpen = false;
    },
  };
}

/**
 * @param {string} text
 * @param {boolean} on
 */
function dim(text, on) {
  return on ? `\x1b[2m${text}\x1b[22m` : `(${text})`;
}
