// A fault that the person at the terminal can act on: shown as one line, without a stack trace.

export class SetupProblem extends Error {
  /**
   * @param {string} message what happened, and to what
   * @param {{ fix?: string, cause?: unknown }} [options] what to do about it
   */
  constructor(message, options = {}) {
    super(options.fix ? `${message} (${options.fix})` : message, { cause: options.cause });
    this.name = 'SetupProblem';
  }
}
