"""Program, first part: looks at a workbook that `office.py` opened. It finds what every filled cell holds and shows after all
formulas are calculated, where the cell lies and what covers it, and draws each sheet on pages that are cut to its size."""

import datetime

import uno
from com.sun.star.beans import PropertyValue

# Cells of a workbook that are looked at; the reply says when there are more.
MAX_CELLS = 40_000
# LibreOffice's largest page is 3 m; in hundredths of a millimetre, as all lengths here.
MAX_SIDE = 280000
MAX_PAGES = 40
MAX_SHEETS = 100
# A row or column of less than two points shows no letters.
THIN = 70
CONTENT = 1 | 2 | 4 | 16
DATE, TIME, PERCENT, LOGICAL = 2, 4, 128, 1024


def options(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def kinds_of(doc):
    known = {}

    def kind(cell):
        key = cell.NumberFormat
        if key not in known:
            type = doc.NumberFormats.getByKey(key).Type
            known[key] = (
                "boolean"
                if type & LOGICAL
                else "datetime"
                if type & DATE and type & TIME
                else "date"
                if type & DATE
                else "time"
                if type & TIME
                else "number"
            )
        return known[key]

    return kind


def iso(zero, days, with_time):
    try:
        moment = zero + datetime.timedelta(seconds=round(days * 86400))
    except OverflowError:
        return None
    if not with_time and moment.time() == datetime.time(0):
        return moment.date().isoformat()
    return moment.isoformat()


def merged_area(sheet, cell):
    if not cell.IsMerged:
        return None
    cursor = sheet.createCursorByRange(cell)
    cursor.collapseToMergedArea()
    area = cursor.RangeAddress
    return [area.StartRow, area.StartColumn, area.EndRow, area.EndColumn]


def filled_cells(doc, sheet, left):
    kind = kinds_of(doc)
    null = doc.NullDate
    zero = datetime.datetime(null.Year, null.Month, null.Day)
    found = []
    for area in sheet.queryContentCells(CONTENT).RangeAddresses:
        rows, columns = area.EndRow - area.StartRow + 1, area.EndColumn - area.StartColumn + 1
        if len(found) + rows * columns > left:
            return found, True
        block = sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)
        data, formulas = block.getDataArray(), block.getFormulaArray()
        for r in range(rows):
            for c in range(columns):
                value, formula = data[r][c], formulas[r][c]
                if value == "" and formula == "":
                    continue
                cell = block.getCellByPosition(c, r)
                one = {
                    "row": area.StartRow + r,
                    "column": area.StartColumn + c,
                    "value": value,
                    "shown": cell.String[:2000],
                    "font": cell.CharFontName[:80],
                }
                if isinstance(value, float):
                    one["kind"] = kind(cell)
                    if one["kind"] in ("date", "datetime"):
                        one["moment"] = iso(zero, value, False)
                else:
                    one["kind"] = "text"
                # A plain TRUE is kept as a formula.
                if formula.startswith("=") and formula not in ("=TRUE()", "=FALSE()") and cell.Type.value == "FORMULA":
                    one["formula"] = formula[:2000]
                    if cell.getError():
                        one["error"] = cell.getError()
                merged = merged_area(sheet, cell)
                if merged:
                    one["merged"] = merged
                found.append(one)
    return found, False


def lines_of(sheet, cells):
    """Positions of the rows and columns that have filled cells, and which of them are hidden."""
    rows = sorted({each["row"] for each in cells} | {row for each in cells for row in each.get("merged", [])[::2]})
    columns = sorted({each["column"] for each in cells} | {column for each in cells for column in each.get("merged", [])[1::2]})

    def row(index):
        cell, line = sheet.getCellByPosition(0, index), sheet.Rows.getByIndex(index)
        size = line.Height if line.IsVisible else 0
        return {"index": index, "at": cell.Position.Y, "size": size, "hidden": size < THIN}

    def column(index):
        cell, line = sheet.getCellByPosition(index, 0), sheet.Columns.getByIndex(index)
        size = line.Width if line.IsVisible else 0
        return {"index": index, "at": cell.Position.X, "size": size, "hidden": size < THIN}

    return [row(each) for each in rows], [column(each) for each in columns]


def covers_of(sheet):
    """What covers cells: pictures, charts, filled shapes, notes that are always shown."""
    found = []

    def add(shape, what):
        place, size = shape.Position, shape.Size
        found.append({"x": place.X, "y": place.Y, "width": size.Width, "height": size.Height, "what": what})

    for shape in sheet.DrawPage:
        if not getattr(shape, "Visible", True):
            continue
        kind = shape.ShapeType.rsplit(".", 1)[-1]
        if kind in ("OLE2Shape", "GraphicObjectShape", "GroupShape", "ControlShape", "MediaShape"):
            add(shape, "a chart" if kind == "OLE2Shape" else "a picture" if kind == "GraphicObjectShape" else "a shape")
        elif getattr(getattr(shape, "FillStyle", None), "value", "NONE") != "NONE" or getattr(shape, "String", ""):
            add(shape, "a shape")
    for note in sheet.Annotations:
        if note.IsVisible:
            add(note.AnnotationShape, "a note")
    return found


def bands(lines):
    """Consecutive lines that fit one page each."""
    groups, start = [], None
    for line in lines:
        if start is None or line["at"] + line["size"] - start["at"] > MAX_SIDE:
            start = line
            groups.append([line["index"], line["index"]])
        groups[-1][1] = line["index"]
    return groups


PLAIN_PAGE = {
    "IsLandscape": False,
    "LeftMargin": 0,
    "RightMargin": 0,
    "TopMargin": 0,
    "BottomMargin": 0,
    "HeaderIsOn": False,
    "FooterIsOn": False,
    "PrintGrid": False,
    "PrintHeaders": False,
    "PrintCharts": True,
    "PrintObjects": True,
    "PrintDrawing": True,
    "CenterHorizontally": False,
    "CenterVertically": False,
    "PrintFormulas": False,
    "PrintZeroValues": True,
    "PageScale": 100,
}


def draw_sheet(doc, sheet, rows, columns, left, files):
    style = doc.StyleFamilies.getByName("PageStyles").getByName(sheet.PageStyle)
    for name, value in PLAIN_PAGE.items():
        style.setPropertyValue(name, value)
    sheet.setPrintAreas(())
    sheet.setPrintTitleRows(False)
    sheet.setPrintTitleColumns(False)
    sheet.removeAllManualPageBreaks()
    pages = []
    shown_rows = [each for each in rows if not each["hidden"]]
    shown_columns = [each for each in columns if not each["hidden"]]
    for top, bottom in bands(shown_rows):
        for first, last in bands(shown_columns):
            if len(pages) >= left:
                return pages
            area = sheet.getCellRangeByPosition(first, top, last, bottom)
            style.Width, style.Height = max(2000, area.Size.Width + 400), max(2000, area.Size.Height + 400)
            options_ = uno.Any("[]com.sun.star.beans.PropertyValue", options(Selection=area))
            doc.storeToURL("file:///tmp/out.pdf", options(FilterName="calc_pdf_Export", FilterData=options_))
            name = f"page-{len(files)}"
            with open("/tmp/out.pdf", "rb") as made:
                files[name] = made.read()
            pages.append(
                {"file": name, "x": area.Position.X, "y": area.Position.Y, "rows": [top, bottom], "columns": [first, last]}
            )
    return pages


def plain_name(name):
    return name.strip().casefold()


def look_at_workbook(doc, wanted, files):
    """Pages are drawn of the sheets in wanted; an empty name is the first sheet that is shown."""
    drawn = {plain_name(name) for name in wanted}
    first = next((sheet.Name for sheet in doc.Sheets if sheet.IsVisible), None)
    if "" in drawn and first is not None:
        drawn.add(plain_name(first))
    if doc.Sheets.Count > MAX_SHEETS:
        raise RuntimeError(f"the workbook has more than {MAX_SHEETS} sheets")
    left, left_pages, sheets = MAX_CELLS, MAX_PAGES, []
    for sheet in doc.Sheets:
        cells, cut = filled_cells(doc, sheet, left)
        left -= len(cells)
        rows, columns = lines_of(sheet, cells)
        pages = (
            draw_sheet(doc, sheet, rows, columns, left_pages, files)
            if cells and sheet.IsVisible and plain_name(sheet.Name) in drawn
            else []
        )
        left_pages -= len(pages)
        sheets.append(
            {
                "name": sheet.Name,
                "visible": sheet.IsVisible,
                "cut": cut,
                "cells": cells,
                "rows": rows,
                "columns": columns,
                "covers": covers_of(sheet),
                "pages": pages,
            }
        )
    return sheets
