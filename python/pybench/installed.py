"""The Python packages that are installed, by their metadata. importlib.metadata parses each file whole, which takes ten times
as long; a run's lock and the first message of every zygote need no more than names and versions."""

import os
import re
import sys

HEADER_BYTES = 4096
_FIELD = re.compile(r"^(Name|Version):[ \t]*(.*?)[ \t]*\r?$", re.MULTILINE)


def installed_packages() -> dict[str, str]:
    """Versions by name."""
    found = {}
    for folder in sys.path:
        try:
            entries = os.listdir(folder or ".")
        except OSError:
            continue
        for entry in entries:
            if entry.endswith((".dist-info", ".egg-info")):
                fields = dict(reversed(_FIELD.findall(_header(os.path.join(folder, entry)))))
                if "Name" in fields:
                    found[fields["Name"]] = fields.get("Version", "")
    return found


def _header(path: str) -> str:
    """The beginning of the metadata, which is a file in a folder or, in old packages, the file itself."""
    for each in (f"{path}/METADATA", f"{path}/PKG-INFO", path):
        try:
            with open(each, encoding="utf-8", errors="replace") as file:
                return file.read(HEADER_BYTES)
        except OSError:
            continue
    return ""
