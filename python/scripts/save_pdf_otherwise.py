"""Cell: replaces the save function of PyMuPDF, so that each PDF of the program that runs next is saved in another way."""

from glob import glob
from typing import Any

import pymupdf

_plain_save = pymupdf.Document.save


def _original() -> str:
    """The document of the task."""
    return glob("data/*.pdf")[0]


def _as_pictures(document: Any, shown: Any, name: str) -> None:
    """Each page is a picture of a page of `shown`, below the invisible words of `document`."""
    flat: Any = pymupdf.open()
    for page, picture in zip(document, shown):
        fresh = flat.new_page(width=page.rect.width, height=page.rect.height)
        fresh.insert_image(fresh.rect, stream=picture.get_pixmap(dpi=110).tobytes("jpeg"))
        for word in page.get_text("words"):
            size = (word[3] - word[1]) * 0.7
            fresh.insert_text((word[0], word[3] - size * 0.25), word[4], fontsize=size, fontname="china-s", render_mode=3)
    _plain_save(flat, name, garbage=4, deflate=True)


def below_a_sheet(self: Any, name: str, *args: Any, **options: Any) -> None:
    for page in self:
        page.draw_rect(page.rect, fill=(1, 1, 1), color=(1, 1, 1))
    _plain_save(self, name, *args, **options)


def invisible(self: Any, name: str, *args: Any, **options: Any) -> None:
    for page in self:
        page.clean_contents()
        for xref in page.get_contents():
            self.update_stream(xref, self.xref_stream(xref).replace(b"BT", b"BT 3 Tr "))
    _plain_save(self, name, *args, **options)


def encrypted(self: Any, name: str, *_: Any, **__: Any) -> None:
    _plain_save(self, name, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o", user_pw="")


def pictures_of_the_original(self: Any, name: str, *_: Any, **__: Any) -> None:
    _as_pictures(self, pymupdf.open(_original()), name)


def with_the_original(self: Any, name: str, *args: Any, **options: Any) -> None:
    with open(_original(), "rb") as file:
        self.embfile_add("old.pdf", file.read())
    _plain_save(self, name, *args, **options)


def pictures_below_text(self: Any, name: str, *_: Any, **__: Any) -> None:
    _as_pictures(self, self, name)


def packed_objects(self: Any, name: str, *_: Any, **__: Any) -> None:
    _plain_save(self, name, garbage=4, deflate=True, use_objstms=1)


def unpacked_streams(self: Any, name: str, *_: Any, **__: Any) -> None:
    _plain_save(self, name, garbage=4, expand=255)


def _pybench_save_pdf_otherwise(way: str) -> None:
    pymupdf.Document.save = globals()[way]
