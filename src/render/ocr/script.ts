// The Python that drives tesseract inside the tools image, through its C interface: the models are loaded once, then
// one line of text after another is read. A request is a line of JSON and the grey pixels of all lines; the reply is JSON.

export const ocrScript = `
import ctypes, json, sys

lib = ctypes.CDLL('libtesseract.so.5')
lib.TessBaseAPICreate.restype = ctypes.c_void_p
lib.TessBaseAPIGetUTF8Text.restype = ctypes.c_void_p
for name, more in {'Init3': [ctypes.c_char_p] * 2, 'SetPageSegMode': [ctypes.c_int], 'SetVariable': [ctypes.c_char_p] * 2,
                   'SetImage': [ctypes.c_char_p] + [ctypes.c_int] * 4, 'SetSourceResolution': [ctypes.c_int],
                   'GetUTF8Text': [], 'MeanTextConf': [], 'Clear': []}.items():
    getattr(lib, 'TessBaseAPI' + name).argtypes = [ctypes.c_void_p, *more]
lib.TessDeleteText.argtypes = [ctypes.c_void_p]

readers = {}

def reader(language, letters):
    """A handle per language and set of letters, because a change of the set disturbs what tesseract has learnt."""
    if (language, letters) not in readers:
        handle = lib.TessBaseAPICreate()
        if lib.TessBaseAPIInit3(handle, None, language.encode()) != 0:
            sys.exit('tesseract has no ' + language)
        if letters:
            lib.TessBaseAPISetVariable(handle, b'tessedit_char_whitelist', letters.encode())
        # The lines are names, not sentences.
        lib.TessBaseAPISetVariable(handle, b'preserve_interword_spaces', b'0')
        readers[language, letters] = handle
    return readers[language, letters]

def read(pixels, line, language, letters):
    handle = reader(language, letters)
    # 13: a raw line; 7: a line of text; 8: a word.
    lib.TessBaseAPISetPageSegMode(handle, line['mode'])
    lib.TessBaseAPISetImage(handle, pixels, line['width'], line['height'], 1, line['width'])
    lib.TessBaseAPISetSourceResolution(handle, 150)
    text = lib.TessBaseAPIGetUTF8Text(handle)
    confidence = lib.TessBaseAPIMeanTextConf(handle)
    said = ctypes.cast(text, ctypes.c_char_p).value.decode('utf-8', 'replace') if text else ''
    if text:
        lib.TessDeleteText(text)
    lib.TessBaseAPIClear(handle)
    return {'text': said.strip(), 'confidence': confidence}

print('ready', flush=True)
while True:
    head = sys.stdin.buffer.readline()
    if not head:
        break
    request = json.loads(head)
    replies = []
    for line in request['lines']:
        pixels = sys.stdin.buffer.read(line['width'] * line['height'])
        replies.append([read(pixels, line, each['language'], each.get('letters', '')) for each in line['readers']])
    print(json.dumps(replies), flush=True)
`;
