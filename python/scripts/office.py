"""Program: drives LibreOffice inside the tools image. It starts the office once, then opens one document after another from
standard input. A request is a line of JSON and the bytes of the document; so is the reply. `office_workbook.py` stands before it."""

import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import uno

if TYPE_CHECKING:
    from office_workbook import look_at_workbook, options

PIPE = "office"
# With a new profile the office ends once with this code, and must be started again.
RESTART = 81

SOFFICE = [
    "/usr/lib/libreoffice/program/soffice.bin",
    "--headless",
    "--norestore",
    "--nologo",
    "--nodefault",
    "--nolockcheck",
    "-env:UserInstallation=file:///tmp/profile",
]
QUIET: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def start():
    return subprocess.Popen([*SOFFICE, f"--accept=pipe,name={PIPE};urp;"], **QUIET)


office = start()


def connect():
    global office
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    while True:
        try:
            context = resolver.resolve(f"uno:pipe,name={PIPE};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except Exception:
            if office.poll() == RESTART:
                office = start()
            elif office.poll() is not None:
                sys.exit("LibreOffice does not start")
            time.sleep(0.05)


PDF = {
    "com.sun.star.sheet.SpreadsheetDocument": "calc_pdf_Export",
    "com.sun.star.text.TextDocument": "writer_pdf_Export",
    "com.sun.star.presentation.PresentationDocument": "impress_pdf_Export",
}


def render(desktop, request, content):
    source = f"/tmp/in{request['ending']}"
    with open(source, "wb") as out:
        out.write(content)
    doc = desktop.loadComponentFromURL(
        "file://" + source, "_blank", 0, options(Hidden=True, ReadOnly=False, MacroExecutionMode=0, UpdateDocMode=0)
    )
    if doc is None:
        raise RuntimeError("LibreOffice cannot open it")
    try:
        kind = next((each for each in PDF if doc.supportsService(each)), None)
        if kind is None:
            raise RuntimeError("it is neither a workbook, nor a text, nor a presentation")
        reply, files = {}, {}
        if kind == "com.sun.star.sheet.SpreadsheetDocument":
            doc.calculateAll()
            reply["sheets"] = look_at_workbook(doc, request["sheets"], files)
        if "pdf" in request["wanted"]:
            doc.storeToURL("file:///tmp/out.pdf", options(FilterName=PDF[kind]))
            with open("/tmp/out.pdf", "rb") as made:
                files["pdf"] = made.read()
        return reply, files
    finally:
        doc.close(True)
        for name in os.listdir("/tmp"):
            if name.startswith(("in.", "out.")):
                os.remove("/tmp/" + name)


TEXTS = (".docx", ".doc", ".odt", ".rtf")


def ended():
    try:
        return office.wait(timeout=1) is not None
    except subprocess.TimeoutExpired:
        return False


def convert(request, content):
    # The image has no dialog files for Writer: a view with comments looks for them and ends the office. A conversion on the
    # command line opens no view.
    source = f"/tmp/in{request['ending']}"
    with open(source, "wb") as out:
        out.write(content)
    subprocess.run([*SOFFICE, "--convert-to", "pdf:writer_pdf_Export", "--outdir", "/tmp/converted", source], **QUIET)
    try:
        with open("/tmp/converted/in.pdf", "rb") as made:
            return {}, {"pdf": made.read()} if "pdf" in request["wanted"] else {}
    except OSError:
        return {"problem": "LibreOffice cannot open it"}, {}
    finally:
        os.remove(source)
        subprocess.run(["rm", "-rf", "/tmp/converted"])


def problem(error):
    return {"problem": str(getattr(error, "Message", None) or error)[:300] or type(error).__name__}


def main():
    global office
    reply: dict[str, Any]
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    desktop = connect()
    replies.write(b'{"ready":true}\n')
    replies.flush()
    for line in requests:
        request = json.loads(line)
        content = requests.read(request["size"])
        try:
            reply, files = render(desktop, request, content)
        except Exception as error:
            lost = ended()
            if lost and request["ending"] not in TEXTS:
                sys.exit("LibreOffice was lost")
            reply, files = convert(request, content) if lost else (problem(error), {})
            if lost:
                office = start()
                desktop = connect()
        reply["files"] = [{"name": name, "size": len(body)} for name, body in files.items()]
        replies.write(json.dumps(reply).encode() + b"\n")
        for body in files.values():
            replies.write(body)
        replies.flush()


main()
