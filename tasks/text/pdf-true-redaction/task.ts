// A PDF from which names, accounts and addresses must be removed: covered letters, old versions of a page, bookmarks and
// properties still hold them. A street that contains a name must stay, and so must all other text.
import { defineTask, documentHas, fileOutput, liveTraps, writePdf } from 'pybench/kit';
import { drawCase, type Case } from './case.ts';

type Truth = { secrets: string[]; original: string };

const file = 'output/report.pdf';

const words = {
  en: {
    list: 'redact.txt',
    query: `We have to hand the report ./data/report.pdf to the other side, but first everything listed in ./data/redact.txt (one entry per line) must be taken out of it. Please make a copy in which none of these entries can be found any more, by any means: not by copying text out from under a bar, not in the bookmarks or the document properties, not in leftovers of an older version inside the file.

Each entry has to go completely, wherever it stands: nobody may be able to read or guess it from what is left, so no first name, no initials and no half a number may stay behind, neither on the pages nor in the bookmarks. Parts of an entry that stand somewhere on their own are not meant, though: a family name that is also the name of a street stays where it is the street.

Everything else must stay readable on the same page as before, and it must still be text that can be searched and copied, also if you turn pages into pictures. The number of pages stays the same. How the gaps look, and what the bookmarks and properties say instead, is up to you. Do not encrypt the file, the other side must be able to check it.`,
    about: { en: 'the report without the entries.', zh: '去掉所列内容后的报告。' },
  },
  zh: {
    list: 'redact.txt',
    query: `我们要把 ./data/report.pdf 这份报告交给对方，在此之前，./data/redact.txt 里列出的内容（每行一条）必须全部去掉。请另存一份，让人无论用什么办法都找不到其中任何一条：不能从黑条下面把文字复制出来，书签和文档属性里不能有，文件里残留的旧版本中也不能有。

每一条都要整条去干净，不管出现在哪里：不能留下名字的一部分、首字母或半截号码，让人还能读出来或猜出来，页面上、书签里都一样。但单独出现、本来就不属于这些条目的部分不算：有的姓氏同时也是路名，作为路名出现时要保留。

其余内容必须仍在原来的页上，看得清楚，而且仍是可以搜索、可以复制的文本，即使你把页面转成了图片也是如此。页数不变。空出来的地方什么样、书签和属性里改写成什么，都由你定。文件不要加密，对方要能检查。`,
    about: { en: 'the report without the entries.', zh: '去掉所列内容后的报告。' },
  },
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['pdf', 'redaction', 'metadata'],
  inputs: ['pdf', 'txt'],
  outputs: ['pdf'],
  twins: ['clean'],
  async generate(draw, { lang, twin }) {
    const say = words[lang];
    const made = liveTraps<Case>(draw, (each) => drawCase(each, lang, twin !== undefined), {
      // Otherwise removing the name would also remove the street, and no check could tell them apart.
      words: ({ family, kept }) => kept.flat().some((line) => line.includes(family)),
      'boxes-only': ({ secrets, pages }) => secrets.every((each) => pages.flat().some((line) => line.includes(each))),
      // A secret in what must stay would make the two checks contradict each other.
      decidable: ({ secrets, kept }) => {
        return kept.flat().every((line) => secrets.every((each) => !plain(line).includes(plain(each))));
      },
    });
    const report = await writePdf(made.blocks, {
      title: made.title,
      author: made.author,
      outline: true,
      footer: '{page} / {pages}',
    });
    return {
      files: {
        'report.pdf': report,
        [say.list]: `${made.secrets.join('\n')}\n`,
      },
      query: say.query,
      outputs: { [file]: fileOutput(say.about) },
      truth: { secrets: made.secrets, original: Buffer.from(report).toString('base64') },
    };
  },
  checks: ({ secrets, original }) => [
    documentHas(file, 'redacted', [{ redacted: secrets, original }], './data/redact.txt'),
    documentHas(file, 'rest', [{ allBut: secrets, original }]),
  ],
});

/** Folded for a search that ignores case and white space. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, '');
}
