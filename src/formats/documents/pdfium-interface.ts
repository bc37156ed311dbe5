// The C interface of PDFium: the functions that pdfium.ts calls.
/** The C functions that are used here; pointers and booleans are numbers. */
type Call = (...args: number[]) => number;
type Name =
  | '_FPDFText_GetLooseCharBox'
  | '_FPDFPageObj_GetBounds'
  | '_FPDFPageObj_GetFillColor'
  | '_FPDFTextObj_GetFont'
  | '_FPDFFont_GetIsEmbedded'
  | '_FPDFTextObj_GetTextRenderMode'
  | '_FPDFText_GetTextObject'
  | '_FPDFBitmap_CreateEx'
  | '_FPDFBitmap_Destroy'
  | '_FPDFBitmap_FillRect'
  | '_FPDFFormObj_CountObjects'
  | '_FPDFFormObj_GetObject'
  | '_FPDFPageObj_GetType'
  | '_FPDFPageObj_SetFillColor'
  | '_FPDFPageObj_SetIsActive'
  | '_FPDFPage_CountObjects'
  | '_FPDFPage_GetObject'
  | '_FPDFText_ClosePage'
  | '_FPDFText_CountChars'
  | '_FPDFText_GetCharBox'
  | '_FPDFText_GetUnicode'
  | '_FPDFText_IsGenerated'
  | '_FPDFText_LoadPage'
  | '_FPDF_CloseDocument'
  | '_FPDF_ClosePage'
  | '_FPDF_GetLastError'
  | '_FPDF_GetPageCount'
  | '_FPDF_GetPageHeightF'
  | '_FPDF_GetPageWidthF'
  | '_FPDF_GetSecurityHandlerRevision'
  | '_FPDF_LoadMemDocument'
  | '_FPDF_LoadPage'
  | '_FPDF_PageToDevice'
  | '_FPDF_RenderPageBitmap';
export interface Pdfium extends Readonly<Record<Name, Call>> {
  readonly wasmExports: { readonly malloc: Call; readonly free: Call };
  readonly HEAPU8: Uint8Array;
}
