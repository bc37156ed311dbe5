"""Program: drives tesseract inside the tools image through its C interface. It loads the models once, then reads one line of
text after another. A request is a line of JSON and the grey pixels of all lines; the reply is a line of JSON."""

import ctypes
import json
import sys
from typing import TypedDict


class Reader(TypedDict, total=False):
    language: str
    letters: str


class Line(TypedDict):
    width: int
    height: int
    mode: int
    readers: list[Reader]


class Reading(TypedDict):
    text: str
    confidence: int


FUNCTIONS: dict[str, list[type]] = {
    "Init3": [ctypes.c_char_p] * 2,
    "SetPageSegMode": [ctypes.c_int],
    "SetVariable": [ctypes.c_char_p] * 2,
    "SetImage": [ctypes.c_char_p] + [ctypes.c_int] * 4,
    "SetSourceResolution": [ctypes.c_int],
    "GetUTF8Text": [],
    "MeanTextConf": [],
    "Clear": [],
}

lib = ctypes.CDLL("libtesseract.so.5")
lib.TessBaseAPICreate.restype = ctypes.c_void_p
lib.TessBaseAPIGetUTF8Text.restype = ctypes.c_void_p
for name, arguments in FUNCTIONS.items():
    getattr(lib, f"TessBaseAPI{name}").argtypes = [ctypes.c_void_p, *arguments]
lib.TessDeleteText.argtypes = [ctypes.c_void_p]

handles: dict[tuple[str, str], int] = {}


def handle_of(language: str, letters: str) -> int:
    """A handle per language and set of letters, because a change of the set disturbs what tesseract has learnt."""
    if (language, letters) not in handles:
        handle: int = lib.TessBaseAPICreate()
        if lib.TessBaseAPIInit3(handle, None, language.encode()) != 0:
            sys.exit(f"tesseract has no {language}")
        if letters:
            lib.TessBaseAPISetVariable(handle, b"tessedit_char_whitelist", letters.encode())
        # The lines are names, not sentences.
        lib.TessBaseAPISetVariable(handle, b"preserve_interword_spaces", b"0")
        handles[language, letters] = handle
    return handles[language, letters]


def read(pixels: bytes, line: Line, reader: Reader) -> Reading:
    handle = handle_of(reader.get("language", ""), reader.get("letters", ""))
    lib.TessBaseAPISetPageSegMode(handle, line["mode"])
    lib.TessBaseAPISetImage(handle, pixels, line["width"], line["height"], 1, line["width"])
    lib.TessBaseAPISetSourceResolution(handle, 150)
    text: int | None = lib.TessBaseAPIGetUTF8Text(handle)
    confidence: int = lib.TessBaseAPIMeanTextConf(handle)
    said = (ctypes.cast(text, ctypes.c_char_p).value or b"").decode("utf-8", "replace") if text else ""
    if text:
        lib.TessDeleteText(text)
    lib.TessBaseAPIClear(handle)
    return {"text": said.strip(), "confidence": confidence}


print("ready", flush=True)
while head := sys.stdin.buffer.readline():
    lines: list[Line] = json.loads(head)["lines"]
    replies: list[list[Reading]] = []
    for line in lines:
        pixels = sys.stdin.buffer.read(line["width"] * line["height"])
        replies.append([read(pixels, line, reader) for reader in line["readers"]])
    print(json.dumps(replies), flush=True)
