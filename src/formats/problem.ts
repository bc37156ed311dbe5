// A file that is not what it should be. The message goes into a check: it is for the person who reads the result.

export class FormatProblem extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FormatProblem';
  }
}
