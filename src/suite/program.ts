// Programs in percent format: `# %%` begins a cell, `# %% [answer]` one that prints the answer's JSON. Cells of
// other kinds (`# %% [markdown]`) are comments for readers and are left out.

export interface Program {
  /** `reference`, `also-sql`, `wrong-first`. */
  readonly name: string;
  /** The title of its first cell: `# %% Stops at the first leader (fails: answer winners)`. */
  readonly title: string;
  readonly cells: readonly ProgramCell[];
}

interface ProgramCell {
  readonly code: string;
  readonly answer: boolean;
}

export function parseProgram(name: string, source: string): Program {
  const cells: { code: string; title: string }[] = [{ code: '', title: '' }];
  for (const line of source.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const marker = /^# ?%%(.*)$/.exec(line);
    if (marker) cells.push({ code: '', title: marker[1] ?? '' });
    else (cells.at(-1) as { code: string }).code += `${line}\n`;
  }
  return {
    name,
    title: cells[1]?.title.trim() ?? '',
    cells: cells
      .map(({ code, title }) => ({ code: withoutBlankEdges(code), answer: title.includes('[answer]'), title }))
      .filter(({ code, title }) => code !== '' && !/\[(markdown|md|raw)\]/.test(title))
      .map(({ code, answer }) => ({ code, answer })),
  };
}

/** The first line may be indented, so spaces before it stay. */
function withoutBlankEdges(code: string): string {
  return code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
