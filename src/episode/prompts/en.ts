// The texts in English.
import type { DialectName } from '../../core/index.ts';
import type { PromptTexts } from './words.ts';

const ways: Record<DialectName, string> = {
  fence: `To run code, write one fenced block labelled python:

\`\`\`python
print(1 + 1)
\`\`\`

Say briefly what you are about to do, then end your reply with the block: what it does comes back to you in the next message.
A reply without such a block is your final response and ends the work. If the task asks for an \`answer\` block, put it in the final response, never beside code.`,
  tags: `To run code, put it between two tags:

<|execute_start|>
\`\`\`python
print(1 + 1)
\`\`\`
<|execute_end|>

Say briefly what you are about to do, then end your reply with the tags: what the code does comes back to you in the next message.
A reply without tags is your final response and ends the work. If the task asks for an \`answer\` block, put it in the final response, never beside code.`,
  tools: `To run code, call \`python\`: what the code does comes back to you as the call's result.
When everything is done, call \`submit\` alone, with your final response; if the task asks for an \`answer\` block, give its JSON object as \`answer\` instead of writing the block.
A reply without any call is taken as your final response too.`,
};

export const en: PromptTexts = {
  system: (facts) => `You solve tasks on files with a Python interpreter.

${ways[facts.dialect]}

The interpreter
- Python ${facts.python} that works like a notebook: variables stay from cell to cell, and the value of the last expression is shown.
- Installed: ${facts.packages}. Nothing else can be installed: there is no network.
- Input files are under ./data and are read-only. Save results under ./output, at exactly the paths that the task names.
- There is no keyboard and no display: input() and windows do not work.
- ${facts.sees ? 'Figures that you show come back to you as pictures.' : 'You cannot see pictures: print what you need to know about a figure.'}

Limits
- ${facts.maxTurns} replies in all, the final one included. A reply that comes later does not count.
- ${facts.cellCpuSeconds} seconds of processor time per cell.
- Long output is cut in the middle: print what you need.

Look at the data before you rely on it. Report only what you have computed; if something cannot be done, say so rather than make it up.`,
  files: 'Files:',
  objections: {
    'unknown-tool': 'There is no such tool. The tools are python and submit.',
    'malformed-call': 'The arguments could not be read, so nothing was run. Call python with {"code": "…"}.',
    'submit-beside-code':
      'Not submitted: submit counts only when it is the only call of a reply. Look at the results, then submit.',
    'submit-without-answer': 'Not submitted yet.',
  },
  notices: {
    'answer-beside-code':
      'Your code was run. The answer in the same reply was ignored: give it in a reply without code, once you have seen the results.',
    'answer-missing':
      'The task asks for an answer in a given form, and your final response has none. Please give your final response once more, with the answer. This is the only reminder.',
    'empty-reply':
      'Your reply was empty. Please go on: run code, or give your final response. A second empty reply ends the work.',
    refusal:
      'The request was declined. The task uses invented data and runs in a closed sandbox. If you can, please go on; another refusal ends the work.',
    'cut-off': 'Your reply reached the limit of its length and was cut off. Please go on, more briefly.',
    'repeated-code': 'This is the same code as before. It was run again, but try something else if it does not help.',
    'last-turn': 'One reply is left. Give your final response now: code would no longer be run.',
    'context-shortened':
      'The conversation has become too long, so earlier outputs were shortened. Variables and files are unchanged. Print less.',
  },
  submitted: 'Submitted.',
  notCompleted: 'This call was not completed.',
  output: 'Output:',
  noOutput: '[no output]',
  errorStream: '[stderr]',
  value: '[value]',
  leftOut: (characters) => `[… ${characters} characters left out …]`,
  figureShown: (number, size) => `[figure ${number}, ${size}: see the picture]`,
  figureUnseen: (number, size) => `[figure ${number}, ${size}: it was drawn, but pictures cannot be shown to you]`,
  figureTooMany: (number, size) => `[figure ${number}, ${size}: left out, for there are too many or it is too large]`,
  timedOut: (reason) => `[the cell was stopped: ${reason}]`,
  crashed: (reason) => `[the cell did not end: ${reason}]`,
  stateLost: '[the interpreter was restarted: all variables and imports are gone; files are still there]',
  shortened: '[shortened]',
};
