"""Cell: writes files that break, stall or exhaust their reader. The cell ends with a call of `write_broken`, which names one of
the other functions; each gives the content of a file with this ending."""

import hashlib
import io
import os
import random
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import Any


def write_broken(paths: list[str], ending: str, name: str) -> None:
    """Writes the content with this name to the paths with this ending, and a few bytes to the others."""
    content: Callable[[str], bytes] = globals()[name.replace("-", "_")]
    for path in paths:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(content(ending) if path.lower().endswith(ending) else b"noise")


# Any type.


def noise(_: str) -> bytes:
    return random.Random(7).randbytes(300_000)


def zeros(_: str) -> bytes:
    return bytes(70 * 2**20)


def one_line(_: str) -> bytes:
    return b"x" * (60 * 2**20)


def nulls(_: str) -> bytes:
    return b"\0\n" * 10**6


def brackets(_: str) -> bytes:
    return b"[" * 4_000_000


# Charts as SVG.


def _svg(body: bytes) -> bytes:
    namespaces = b'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return b"<svg " + namespaces + b' width="600" height="400">' + body + b"</svg>"


def svg_deep(_: str) -> bytes:
    return _svg(b"<g>" * 200_000 + b"</g>" * 200_000)


def svg_rules(_: str) -> bytes:
    return _svg(b"<style>" + b".a{fill:red}" * 200_000 + b"</style>")


def svg_siblings(_: str) -> bytes:
    return _svg(b'<rect width="1" height="1"/>' * 300_000)


def svg_path(_: str) -> bytes:
    return _svg(b'<path d="M0 0' + b"L1 1" * 2_000_000 + b'"/>')


def svg_uses(_: str) -> bytes:
    """Each group uses the group before ten times."""
    groups = b"".join(b'<g id="a%d">%s</g>' % (n + 1, b'<use xlink:href="#a%d"/>' % n * 10) for n in range(30))
    return _svg(groups + b'<rect id="a0" width="1" height="1"/><use xlink:href="#a30"/>')


def svg_huge(_: str) -> bytes:
    return b'<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"><rect width="1e9" height="1e9"/></svg>'


def svg_entities(_: str) -> bytes:
    """Each entity is ten times the entity before."""
    entities = b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
    head = b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">' + entities + b"]>"
    return head + b'<svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>'


# Pages, and charts in pages.


def _html(body: bytes) -> bytes:
    return b"<!DOCTYPE html><html><body>" + body + b"</body></html>"


def _plotly(data: bytes) -> bytes:
    library = b'<script src="https://cdn.plot.ly/plotly-3.0.0.min.js"></script><div id="c"></div>'
    return _html(library + b'<script>Plotly.newPlot("c", ' + data + b', {"xaxis": {}}, {})</script>')


def html_deep(_: str) -> bytes:
    return _html(b"<div>" * 200_000)


def html_siblings(_: str) -> bytes:
    return _html(b"<i></i>" * 200_000)


def html_shape(_: str) -> bytes:
    values = b'{"dtype": "f8", "bdata": "AAAAAAAAAAA=", "shape": "1000000000000,0"}'
    return _plotly(b'[{"type": "bar", "x": ["a"], "y": ' + values + b"}]")


def html_deep_data(_: str) -> bytes:
    return _plotly(b"[" * 200_000 + b"]" * 200_000)


def html_many_traces(_: str) -> bytes:
    return _plotly(b"[" + b'{"type": "bar", "x": ["a"], "y": [1]},' * 50_000 + b"{}]")


def html_dialogs(_: str) -> bytes:
    return _html(b"<script>for (let n = 0; n < 100000; n++) alert(n)</script>")


def html_memory(_: str) -> bytes:
    return _html(b"<script>const all = []; for (;;) all.push(new Float64Array(1e6).fill(1))</script>")


def html_goes_away(_: str) -> bytes:
    return _html(b"<script>setInterval(() => { location = location.href + '?' }, 1)</script>")


# PDF.

UNICODE_FONT = b"""4 0 obj<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 5 0 R/DescendantFonts[6 0 R]>>endobj
5 0 obj<</Length 120>>stream
/CIDInit /ProcSet findresource begin 1 beginbfrange <0000> <FFFF> <7FFFFFFF> endbfrange endcmap
endstream endobj
6 0 obj<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(B)/Supplement 0>>>>endobj
"""


def _pdf(objects: bytes) -> bytes:
    head = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    page = b"/Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 4 0 R>>>>/Contents 4 0 R"
    return head + b"3 0 obj<<" + page + b">>endobj\n" + objects + b"trailer<</Root 1 0 R>>\n%%EOF"


def pdf_unicode(_: str) -> bytes:
    return _pdf(UNICODE_FONT)


def pdf_deep(_: str) -> bytes:
    return _pdf(b"4 0 obj" + b"[" * 300_000 + b"]" * 300_000 + b"endobj\n")


def pdf_loop(_: str) -> bytes:
    return _pdf(b"").replace(b"/Kids[3 0 R]", b"/Kids[2 0 R]")


def pdf_bomb(_: str) -> bytes:
    stream = zlib.compress(bytes(170 * 2**20))
    head = b"4 0 obj<</Length %d/Filter/FlateDecode>>stream\n" % len(stream)
    return _pdf(head + stream + b"\nendstream endobj\n")


def pdf_objects(_: str) -> bytes:
    return _pdf(b"".join(b"%d 0 obj<<>>endobj\n" % n for n in range(10, 400_000)))


# Zip archives, which office documents are.

MAIN_PARTS = {".xlsx": "xl/workbook.xml", ".docx": "word/document.xml", ".pptx": "ppt/presentation.xml"}


def _archive(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


def _main_part(ending: str, content: bytes) -> bytes:
    return _archive({MAIN_PARTS.get(ending, "a.xml"): content})


def zip_bomb(ending: str) -> bytes:
    return _main_part(ending, bytes(170 * 2**20))


def zip_many(_: str) -> bytes:
    return _archive({f"{n}.xml": b"" for n in range(20_000)})


def xml_deep(ending: str) -> bytes:
    return _main_part(ending, b"<a>" * 300_000 + b"</a>" * 300_000)


def xml_wide(ending: str) -> bytes:
    return _main_part(ending, b"<a>" + b"<b/>" * 2_000_000 + b"</a>")


def zip_cut(ending: str) -> bytes:
    return _main_part(ending, b"<a/>")[:-30]


def _workbook(fill: Callable[[Any], None]) -> bytes:
    import openpyxl

    book, out = openpyxl.Workbook(), io.BytesIO()
    fill(book.active)
    book.save(out)
    return out.getvalue()


def xlsx_formulas(_: str) -> bytes:
    def fill(sheet: Any) -> None:
        for row in range(1, 400):
            sheet.append([f"=SUMPRODUCT((ROW($1:$100000)+{row})*(COLUMN($A:$Z)))" for _ in range(20)])

    return _workbook(fill)


def xlsx_wide(_: str) -> bytes:
    def fill(sheet: Any) -> None:
        sheet["A1"] = 1
        sheet["XFD1048576"] = 1

    return _workbook(fill)


# Pictures.


def _png(width: int, height: int, rows: int | None = None) -> bytes:
    """A grey picture; with `rows`, one that has fewer rows than it says."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = bytes(1 + (width + 7) // 8) if rows is None else b"\0"
    body = zlib.compress(row * (height if rows is None else rows), 1)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def png_pixels(_: str) -> bytes:
    return _png(20_000, 20_000)


def png_claims(_: str) -> bytes:
    return _png(2**31 - 1, 2**31 - 1, rows=1)


def png_cut(_: str) -> bytes:
    return _png(1000, 1000)[:-20]


def png_record(_: str) -> bytes:
    """The capture of the figure in this picture is broken too."""
    data = _png(600, 400)
    try:
        with open(f"/run/pybench-figures/{hashlib.sha256(data).hexdigest()}.json", "wb") as file:
            file.write(b'{"v": ' + b"[" * 3_000_000)
    except OSError:
        pass
    return data


GIF_FRAME = b"\x21\xf9\x04\x00\x01\x00\x00\x00\x2c\0\0\0\0\x01\x00\x01\x00\x80\0\0\0\xff\xff\xff\x02\x02\x44\x01\x00"


def gif_screen(_: str) -> bytes:
    return b"GIF89a" + b"\xff\xff\xff\xff" + b"\x00\x00\x00" + GIF_FRAME * 20_000 + b";"


def gif_cut(_: str) -> bytes:
    return b"GIF89a" + b"\x10\x00\x10\x00" + b"\x00\x00\x00" + GIF_FRAME[:-4]


# Sounds.


def _wav(channels: int, rate: int, size: int) -> bytes:
    head = struct.pack("<HHIIHH", 1, channels, rate, 0xFFFFFFFF, 65535, 16)
    form = b"RIFF" + struct.pack("<I", 0xFFFFFFF0) + b"WAVEfmt " + struct.pack("<I", 16) + head
    return form + b"data" + struct.pack("<I", size) + bytes(1000)


def wav_claims(_: str) -> bytes:
    return _wav(channels=65535, rate=2**32 - 1, size=2**32 - 16)


def wav_nothing(_: str) -> bytes:
    return _wav(channels=0, rate=0, size=0)


def wav_chunks(_: str) -> bytes:
    return b"RIFF\xff\xff\xff\xffWAVE" + b"junk\0\0\0\0" * 2_000_000


# Tables.


def csv_wide(_: str) -> bytes:
    return b"," * 3_000_000 + b"\n" + b"1," * 3_000_000


def csv_quote(_: str) -> bytes:
    return b'a,b\n"' + b"x,\n" * 5_000_000


def csv_rows(_: str) -> bytes:
    return b"a,b\n" + b"1,2\n" * 5_000_000


# Programs.


def py_signal(_: str) -> bytes:
    return b"import os\nos.kill(os.getpid(), 40)\n"


def py_no_figures(_: str) -> bytes:
    return b"import shutil\nshutil.rmtree('/run/pybench-figures', ignore_errors=True)\n"


def py_clone_parent(_: str) -> bytes:
    return b"import ctypes, os\nif ctypes.CDLL(None).syscall(56, 0x8011, 0, 0, 0, 0) == 0:\n    os._exit(0)\n"


def py_ends(_: str) -> bytes:
    return b"import os\nos._exit(0)\n"


def py_floods(_: str) -> bytes:
    return b"import os\nwhile True:\n    os.write(1, b'x' * 65536)\n"


def py_no_output(_: str) -> bytes:
    return b"import shutil\nshutil.rmtree('output', ignore_errors=True)\n"


def py_deep(_: str) -> bytes:
    return b"(" * 100_000


def py_memory(_: str) -> bytes:
    return b"all = []\nwhile True:\n    all.append(bytearray(b'x') * 2**26)\n"
