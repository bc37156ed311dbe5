// Chromium, LibreOffice and OCR of the tools image.
export { launchBrowser } from './browser.ts';
export type { TextReader } from './ocr/ocr.ts';
export { openRenderer, type Renderer } from './renderer.ts';
