// The answer block of a final response: the last fence labelled `answer`.

/** The content of the block, or null if there is none. */
export function answerBlock(response: string): string | null {
  const blocks = [...response.matchAll(/^[ \t]*(`{3,}|~{3,})[ \t]*answer[ \t]*\r?\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm)];
  return blocks.at(-1)?.[2]?.trim() ?? null;
}

export function asAnswerBlock(json: string): string {
  return `\`\`\`answer\n${json.trim()}\n\`\`\``;
}
