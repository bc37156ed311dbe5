// The texts in both languages, and the two messages that an episode begins with: system prompt and first user message.
import type { InputFile, Language } from '../../core/index.ts';
import { en } from './en.ts';
import type { PromptTexts } from './words.ts';
import { zh } from './zh.ts';

export type { NoticeReason, PromptTexts } from './words.ts';

export const promptTexts: Readonly<Record<Language, PromptTexts>> = { en, zh };

/** The packages that the system prompt names, by their names in the package index. */
const mainPackages = [
  'numpy',
  'pandas',
  'scipy',
  'scikit-learn',
  'statsmodels',
  'sympy',
  'networkx',
  'matplotlib',
  'seaborn',
  'plotly',
  'pillow',
  'opencv',
  'scikit-image',
  'openpyxl',
  'python-docx',
  'pypdf',
  'PyMuPDF',
  'reportlab',
  'beautifulsoup4',
  'lxml',
  'jieba',
  'nltk',
  'soundfile',
  'moviepy',
];

export function describePackages(packages: Readonly<Record<string, string>>): string {
  return mainPackages.flatMap((name) => (packages[name] ? [`${name} ${packages[name]}`] : [])).join(', ');
}

/** The list of files, then the query. */
export function firstMessage(query: string, files: readonly InputFile[], texts: PromptTexts): string {
  if (files.length === 0) return query;
  const lines = files.map(({ path, bytes }) => `- ./${path} (${size(bytes.length)})`);
  return `${texts.files}\n${lines.join('\n')}\n\n${query}`;
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 2 ** 20 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
