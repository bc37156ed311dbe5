// Programs of a task in percent format: `# %%` begins a cell, `# %% [answer]` one that prints the answer's JSON.

export interface Program {
  /** `reference`, `also-sql`, `wrong-first`. */
  readonly name: string;
  readonly cells: readonly ProgramCell[];
}

export interface ProgramCell {
  readonly code: string;
  readonly answer: boolean;
}

export function parseProgram(name: string, source: string): Program {
  const cells: { code: string; answer: boolean }[] = [{ code: '', answer: false }];
  for (const line of source.split(/\r?\n/)) {
    const marker = /^# %%(.*)$/.exec(line);
    if (marker) cells.push({ code: '', answer: (marker[1] ?? '').includes('[answer]') });
    else (cells.at(-1) as { code: string }).code += `${line}\n`;
  }
  return {
    name,
    cells: cells.map(({ code, answer }) => ({ code: code.trim(), answer })).filter(({ code }) => code !== ''),
  };
}
