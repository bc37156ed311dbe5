// A redacted PDF as a reader and a forensic examiner see it: no part of a secret remains anywhere, and the rest is
// readable.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { redTeam, replaced, type Target, type Make } from '../support/redteam.ts';

const also = readFileSync(join(packageRoot, 'tasks/text/pdf-true-redaction/also-redrawn.py'), 'utf8');

const SAVE = 'report.save("output/report.pdf", garbage=4, deflate=True)';
const SEARCH = `    for secret in secrets:
        for place in page.search_for(secret, quads=True):
            page.add_redact_annot(place, fill=(0, 0, 0))
    page.apply_redactions()`;

/** The reference, followed by this code, which finds the saved work as `report`. */
const afterwards =
  (python: string): Make =>
  ({ program, python: play }) =>
    play(`${program}\n${python}`);
/** The reference with another call that saves the file. */
const saving =
  (python: string): Make =>
  ({ program, python: play }) =>
    play(replaced(program, SAVE, python));
/** The reference with other code that redacts a page. */
const redacting =
  (python: string): Make =>
  ({ program, python: play }) =>
    play(replaced(program, SEARCH, python));
/** Redacts only this part of each secret, on pages and in the rest of the file. */
const only =
  (part: string): Make =>
  ({ program, python: play }) => {
    const parts = `secrets = [part for secret in secrets for part in ${part}]\nreport = pymupdf`;
    return play(replaced(program, 'report = pymupdf', parts));
  };
const alone =
  (python: string): Make =>
  ({ python: play }: Target) =>
    play(
      `# %%\nimport os, pymupdf\nsecrets = [line.strip() for line in open("data/redact.txt", encoding="utf-8") if line.strip()]\nos.makedirs("output", exist_ok=True)\n${python}`,
    );

/** Pages as images of `shown` at `dpi`, with the text of the redacted pages above them as invisible text. */
const pictured = (shown: string, dpi: number, jpeg = false, scale = 1) => `
import copy
original = pymupdf.open("data/report.pdf")
flat = pymupdf.open()
for page, old in zip(report, original):
    source = ${shown}
    fresh = flat.new_page(width=page.rect.width, height=page.rect.height)
    pixels = source.get_pixmap(dpi=${dpi})
    area = pymupdf.Rect(0, 0, page.rect.width * ${scale}, page.rect.height * ${scale})
    fresh.insert_image(area, ${jpeg ? 'stream=pixels.tobytes("jpeg", jpg_quality=75)' : 'pixmap=pixels'})
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", []):
            for span in line["spans"]:
                x, y = span["origin"]
                length = pymupdf.get_text_length(span["text"], fontname="china-s", fontsize=span["size"])
                size = span["size"] * min(1, (span["bbox"][2] - span["bbox"][0]) / max(length, 1))
                fresh.insert_text((x * ${scale}, y * ${scale}), span["text"], fontsize=size * ${scale}, fontname="china-s", render_mode=3)
flat.save("output/report.pdf", garbage=4, deflate=True)`;

/** Replaces each secret by a part of it. */
const shortened =
  (part: string): Make =>
  ({ program, python: play }) =>
    play(
      replaced(
        replaced(
          program,
          SEARCH,
          `    found = [(place, secret) for secret in secrets for place in page.search_for(secret)]
    for place, _ in found:
        page.add_redact_annot(place)
    page.apply_redactions()
    for place, secret in found:
        page.insert_text((place.x0, place.y1 - 3), ${part}, fontsize=9, fontname="china-s")`,
        ),
        'text.replace(secret, "[redacted]")',
        `text.replace(secret, ${part})`,
      ),
    );

/** The original with its streams in nine-bit codes, each code a single letter. */
const LZW = `
def lzw(data):
    bits, count, out = 0, 0, bytearray()
    codes = []
    for at, byte in enumerate(data):
        if at % 200 == 0:
            codes.append(256)
        codes.append(byte)
    for code in [*codes, 257]:
        bits, count = (bits << 9) | code, count + 9
        while count >= 8:
            out.append((bits >> (count - 8)) & 255)
            count -= 8
            bits &= (1 << count) - 1
    out.append((bits << (8 - count)) & 255)
    return bytes(out)

report = pymupdf.open("data/report.pdf")
report.set_toc([])
report.set_metadata({})
for page in report:
    for xref in page.get_contents():
        report.update_stream(xref, lzw(report.xref_stream(xref)), compress=0)
        report.xref_set_key(xref, "Filter", "/LZWDecode")
report.save("output/report.pdf", garbage=3)
assert b"/LZWDecode" in open("output/report.pdf", "rb").read()`;

const HIDE = `
for page in report:
    page.clean_contents()
    for xref in page.get_contents():
        report.update_stream(xref, %CHANGE%)
${SAVE}`;

redTeam('text/pdf-true-redaction', {
  wrong: {
    'the original as it is': alone('import shutil; shutil.copyfile("data/report.pdf", "output/report.pdf")'),
    'the original, encrypted with an empty password': alone(
      'pymupdf.open("data/report.pdf").save("output/report.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="x", user_pw="")',
    ),
    'the original, encrypted, with the key spelt in hexadecimal': alone(`
pymupdf.open("data/report.pdf").save("output/full.pdf", encryption=pymupdf.PDF_ENCRYPT_RC4_128, owner_pw="x", user_pw="")
data = open("output/full.pdf", "rb").read()
open("output/report.pdf", "wb").write(data.replace(b"/Encrypt", b"/#45ncrypt"))`),
    'the reference, encrypted': saving(
      'report.save("output/report.pdf", garbage=4, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="x", user_pw="")',
    ),
    'only the last letter of each entry removed': shortened('secret[:-1]'),
    'only a letter inside of each entry removed': shortened(
      'secret[: len(secret) // 2] + secret[len(secret) // 2 + 1 :]',
    ),
    'only family names and domains removed': only(
      '[secret.split()[-1] if " " in secret else secret.split("@")[-1] if "@" in secret else secret[:1] if len(secret) < 5 else secret]',
    ),
    'only bookmarks keep a family name': ({ program, python: play }) =>
      play(
        replaced(
          program,
          'text = text.replace(secret, "[redacted]")',
          'text = text.replace(secret, (secret.split()[-1] if " " in secret else secret[:2]) if "@" not in secret and not any(c.isdigit() for c in secret) else "[redacted]")',
        ),
      ),
    'pages as pictures of the original, with the redacted text over them': saving(pictured('old', 150)),
    'the same as JPEG of 100 dpi': saving(pictured('old', 100, true)),
    'the same, smaller': saving(pictured('old', 150, false, 0.9)),
    'pictures of the original below black boxes': saving(`
original = pymupdf.open("data/report.pdf")
places = [[place for secret in secrets for place in old.search_for(secret)] for old in original]
${pictured('old', 120).replace('flat.save(', 'for fresh, boxes in zip(flat, places):\n    for box in boxes:\n        fresh.draw_rect(box, fill=(0, 0, 0))\nflat.save(')}`),
    'a zip of the original attached': saving(`
import io, zipfile
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.write("data/report.pdf", "old.pdf")
report.embfile_add("old.zip", packed.getvalue())
${SAVE}`),
    'a gzip of the original attached': saving(`
import gzip
report.embfile_add("notes", gzip.compress(open("data/report.pdf", "rb").read()))
${SAVE}`),
    'an opaque file attached': saving(`
import lzma
report.embfile_add("notes", lzma.compress("\\n".join(secrets).encode()))
${SAVE}`),
    'all that is left is invisible': saving(
      HIDE.replace('%CHANGE%', 'b"3 Tr " + report.xref_stream(xref).replace(b"BT", b"BT 3 Tr ")'),
    ),
    'all that is left is white': saving(
      HIDE.replace(
        '%CHANGE%',
        'report.xref_stream(xref).replace(b"BT", b"BT 1 1 1 rg ").replace(b"0 0 0 scn", b"1 1 1 scn").replace(b" Tf", b" Tf 1 1 1 rg ")',
      ),
    ),
    'all that is left is covered': saving(`
for page in report:
    page.draw_rect(page.rect, fill=(1, 1, 1), color=(1, 1, 1))
${SAVE}`),
    'all that is left is off the page': saving(`
for page in report:
    page.clean_contents()
    for xref in page.get_contents():
        report.update_stream(xref, b"q 1 0 0 1 900 0 cm " + report.xref_stream(xref) + b" Q")
${SAVE}`),
    'letters of the entries drawn last first':
      redacting(`    found = [(place, secret) for secret in secrets for place in page.search_for(secret)]
    for place, _ in found:
        page.add_redact_annot(place)
    page.apply_redactions()
    for place, secret in found:
        step = place.width / len(secret)
        for at in reversed(range(len(secret))):
            page.insert_text((place.x0 + at * step, place.y1 - 3), secret[at], fontsize=9, fontname="china-s")`),
    'a mark without width in each entry':
      redacting(`    found = [(place, secret) for secret in secrets for place in page.search_for(secret)]
    for place, _ in found:
        page.add_redact_annot(place)
    page.apply_redactions()
    for place, secret in found:
        half = len(secret) // 2
        page.insert_htmlbox(place + (0, -4, 40, 8), secret[:half] + "\\u200b" + secret[half:])`),
    'a map of letters past the last code point': alone(`
report = pymupdf.open("data/report.pdf")
for xref in range(1, report.xref_length()):
    if report.xref_is_stream(xref) and b"begincmap" in report.xref_stream(xref):
        report.update_stream(xref, b"begincmap 1 beginbfrange <0000> <ffff> <0010ffff> endbfrange endcmap")
report.save("output/report.pdf")`),
    'a letter less in each long word, set anew on a blank picture': saving(`
blank = pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, 60, 80), False)
blank.clear_with(255)
flat = pymupdf.open()
for page in report:
    fresh = flat.new_page(width=page.rect.width, height=page.rect.height)
    fresh.insert_image(fresh.rect, stream=blank.tobytes("png"), keep_proportion=False)
    for x0, y0, x1, y1, word, *_ in page.get_text("words"):
        short = word[:3] + word[4:] if len(word) > 7 else word
        size = (y1 - y0) * 0.7
        size *= min(1, (x1 - x0) / pymupdf.get_text_length(short, fontname="china-s", fontsize=size))
        fresh.insert_text((x0, y1 - size * 0.25), short, fontsize=size, fontname="china-s")
flat.save("output/report.pdf")`),
    'a page less': saving(`report.delete_page(1)\n${SAVE}`),
    'streams packed by LZW': alone(LZW),
  },
  right: {
    'every span redrawn': ({ python: play }) => play(also),
    'gaps left empty': redacting(SEARCH.replace(', fill=(0, 0, 0)', ', fill=False')),
    'words in the gaps': redacting(SEARCH.replace(', fill=(0, 0, 0)', ', text="[redacted]", fill=(0.9, 0.9, 0.9)')),
    'pages as pictures with boxes, 150 dpi': saving(pictured('page', 150)),
    'pages as pictures with boxes, 90 dpi, JPEG': saving(pictured('page', 90, true)),
    'pages as pictures with boxes, 300 dpi, JPEG': saving(pictured('page', 300, true)),
    'pages as smaller pictures with boxes': saving(pictured('page', 150, false, 0.9)),
    'saved anew without packing': saving('report.save("output/report.pdf", garbage=4, expand=255)'),
    'saved with packed objects': saving('report.save("output/report.pdf", garbage=4, deflate=True, use_objstms=1)'),
    'saved by pypdf': afterwards(`
import pypdf
reader = pypdf.PdfReader("output/report.pdf")
writer = pypdf.PdfWriter()
for page in reader.pages:
    writer.add_page(page).compress_content_streams()
writer.write("output/report.pdf")`),
    'a harmless note attached': saving(`report.embfile_add("readme.txt", "Redacted on request.".encode())\n${SAVE}`),
  },
});
