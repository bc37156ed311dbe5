// Workbooks that store one value and show another must fail; workbooks that look right must pass, independent of the
// program that made them.
import { redTeam, withBytes, type Target, type Make } from '../support/redteam.ts';

const FILE = 'output/averages.xlsx';

/**
 * Changes of the reference's workbook, by name. One program makes all of them for a target, because starting Python is
 * expensive.
 */
const edits = new Map<string, string>();
const made = new WeakMap<Target, Promise<ReadonlyMap<string, Uint8Array>>>();

async function makeAll({ program, python }: Target): Promise<ReadonlyMap<string, Uint8Array>> {
  const functions = [...edits.values()].map(
    (code, index) => `def edit_${index}(book, sheet):\n${code.trim().replaceAll(/^/gm, '    ')}\n    return book\n`,
  );
  const calls = [...edits.keys()].map((_, index) => {
    const call = `edited = load_workbook("${FILE}")\nedited = edit_${index}(edited, edited[SHEET])`;
    return `${call}\nif edited is not None:\n    edited.save("output/edit_${index}.xlsx")\n`;
  });
  const { files } = await python(`${program}\n# %%\n${functions.join('\n')}\n# %%\n${calls.join('\n')}`);
  return new Map(
    [...edits.keys()].map((name, index) => [name, files.get(`output/edit_${index}.xlsx`) ?? new Uint8Array()]),
  );
}

/** The reference's workbook after this change. */
function edited(code: string): Make {
  const name = `${edits.size} ${code}`;
  edits.set(name, code);
  return async (target) => {
    const all = made.get(target) ?? makeAll(target);
    made.set(target, all);
    return withBytes(target.reference, FILE, (await all).get(name) ?? '');
  };
}

/** The workbook without its bold font, made bold in another way. */
const boldBy = (code: string) =>
  edited(
    `for row in [sheet[1], sheet[sheet.max_row]]:\n    for cell in row:\n        cell.font = Font(bold=False)\n${code.trim()}`,
  );

const each = (code: string) =>
  `for row in sheet.iter_rows(min_row=2, min_col=2):\n    for cell in row:\n        if cell.value is not None:\n            ${code}`;

const formatted = (format: string) => edited(each(`cell.number_format = ${JSON.stringify(format)}`));

const picture = (size: string, color: string) => `
from PIL import Image as Pillow
from openpyxl.drawing.image import Image
Pillow.new("RGB", ${size}, ${color}).save("cover.png")
sheet.add_image(Image("cover.png"), "B2")`;

redTeam('chart/pivot-true-margins', {
  wrong: {
    'formulas of chance beside right values': edited(`
import re, zipfile
with zipfile.ZipFile("output/averages.xlsx") as packed:
    parts = {name: packed.read(name) for name in packed.namelist()}
page = parts["xl/worksheets/sheet1.xml"].decode()
page = re.sub(r'(<c r="[B-F][2-9]"[^>]*?)(?: t="n")?>(<v>)', r'\\1><f>RAND()*1000</f>\\2', page)
assert "RAND" in page
parts["xl/worksheets/sheet1.xml"] = page.encode()
with zipfile.ZipFile("output/edit_0.xlsx", "w") as packed:
    for name, content in parts.items():
        packed.writestr(name, content)
return None`),
    'a formula that gives another value': edited(each('cell.value = f"={cell.value}+1"')),
    'white letters': edited(each('cell.font = Font(color="FFFFFF", bold=cell.font.bold)')),
    'letters in the colour of a filled row': edited(`
from openpyxl.styles import PatternFill
for cell in sheet[sheet.max_row]:
    cell.fill = PatternFill("solid", fgColor="1F4E78")
    cell.font = Font(color="1F4E79", bold=True)`),
    'white letters by a conditional format': edited(`
from openpyxl.formatting.rule import FormulaRule
sheet.conditional_formatting.add("B2:F5", FormulaRule(formula=["TRUE"], font=Font(color="FFFFFF")))`),
    'another number by a conditional format': edited(`
from openpyxl.formatting.rule import Rule
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
style = DifferentialStyle(numFmt=NumberFormat(numFmtId=190, formatCode='"412.50"'))
sheet.conditional_formatting.add("B2:F5", Rule(type="expression", formula=["TRUE"], dxf=style))`),
    'a percentage of a thousandth': formatted('0.00,%'),
    thousands: formatted('0.00,'),
    'a literal number': formatted('"12.00"'),
    'an empty format': formatted(';;;'),
    'letters of one point': edited(each('cell.font = Font(size=1, bold=cell.font.bold)')),
    'a hidden row': edited('sheet.row_dimensions[3].hidden = True'),
    'a row without height': edited('sheet.row_dimensions[3].height = 0.5'),
    'a hidden column': edited('sheet.column_dimensions["C"].hidden = True'),
    'a hidden sheet behind another': edited(
      'sheet.sheet_state = "hidden"\nbook.create_sheet("Front")["A1"] = "see the other sheet"',
    ),
    'a white picture over the numbers': edited(picture('(400, 120)', '"white"')),
    'a column twice': edited(`
for cell in list(sheet["F"]):
    sheet.cell(cell.row, 7, "Year " if cell.row == 1 else (cell.value or 0) + 1).number_format = "0.00"
sheet["G1"].font = Font(bold=True)`),
    'a look-alike name of a column': edited('sheet["F1"] = "ye\\u0430r"'),
    'a name with a mark that is not seen': edited('sheet["F1"] = "ye\\u200bar"'),
    'merged over': edited(`
from openpyxl.worksheet.cell_range import CellRange
sheet.merged_cells.add(CellRange("B2:C3"))`),
    'a header that is not bold': edited('sheet["C1"].font = Font(bold=False)'),
    'three decimals': formatted('0.000'),
    'symbols instead of letters': edited(each('cell.font = Font(name="Wingdings", bold=cell.font.bold)')),
  },
  right: {
    'bold by rich text': boldBy(`
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
for cell in [*sheet[1], sheet.cell(sheet.max_row, 1)]:
    cell.value = CellRichText(TextBlock(InlineFont(b=True), str(cell.value)))
for cell in sheet[sheet.max_row][1:]:
    cell.font = Font(bold=True)`),
    'bold by a conditional format': boldBy(`
from openpyxl.formatting.rule import FormulaRule
last = sheet.max_row
for area in ["A1:F1", f"A{last}:F{last}"]:
    sheet.conditional_formatting.add(area, FormulaRule(formula=["TRUE"], font=Font(bold=True)))`),
    'bold by a cell style': boldBy(`
for cell in [*sheet[1], *sheet[sheet.max_row]]:
    kept = cell.number_format
    cell.style = "Total"
    cell.number_format = kept`),
    'a table with a header and a total row': boldBy(`
from openpyxl.worksheet.table import Table, TableStyleInfo
table = Table(displayName="Averages", ref=f"A1:F{sheet.max_row}", totalsRowCount=1)
table.tableStyleInfo = TableStyleInfo(name="TableStyleMedium9", showRowStripes=True)
sheet.add_table(table)`),
    'the accounting format': edited(
      each('cell.number_format = \'_(* #,##0.00_);_(* \\\\(#,##0.00\\\\);_(* "-"??_);_(@_)\''),
    ),
    'built-in format 4': formatted('#,##0.00'),
    'built-in format 39': formatted('#,##0.00_);(#,##0.00)'),
    'built-in format 40': formatted('#,##0.00_);[Red](#,##0.00)'),
    euros: formatted('#,##0.00 "€"'),
    yuan: formatted('¥#,##0.00'),
    'the euro of a country': formatted('#,##0.00\\ [$€-407]'),
    'formulas without values': edited(each('cell.value = f"=ROUND({cell.value}*2,2)/2"')),
    'coloured header, borders, frozen pane, wide columns': edited(`
from openpyxl.styles import PatternFill, Border, Side, Alignment
for cell in sheet[1]:
    cell.fill = PatternFill("solid", fgColor="1F4E78")
    cell.font = Font(color="FFFFFF", bold=True, name="Arial", size=13)
    cell.alignment = Alignment(horizontal="center", wrap_text=True)
for cell in sheet[sheet.max_row]:
    cell.border = Border(top=Side(style="double"))
sheet.freeze_panes = "B2"
sheet.column_dimensions["A"].width = 30`),
    'narrow columns': edited('for name in "BCDEF":\n    sheet.column_dimensions[name].width = 4'),
    'a chart beside the table': edited(`
from openpyxl.chart import BarChart, Reference
chart = BarChart()
chart.add_data(Reference(sheet, min_col=6, min_row=1, max_row=sheet.max_row), titles_from_data=True)
sheet.add_chart(chart, "H2")`),
    'small grey letters, and data bars': edited(`
from openpyxl.formatting.rule import DataBarRule
sheet.conditional_formatting.add("B2:E5", DataBarRule("min", 0, "max", 1, color="9DC3E6"))
for cell in sheet["A"][1:-1]:
    cell.font = Font(size=8, color="7F7F7F")`),
  },
});
