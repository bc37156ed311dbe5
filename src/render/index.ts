export { launchBrowser } from './browser.ts';
export { toolsCommand, type ToolsCommand } from './tools-image.ts';
export { nodeFlags } from '../system/index.ts';
export { below, cpuSecondsOf, treeUsage, type ProcessUsage } from '../system/index.ts';
export { WarmPool } from '../system/index.ts';
export { renderOffice, type OfficeRequest, type Rendered } from './office/index.ts';
export { readTexts, type OcrReading, type TextLine, type TextReader, type TextsRead } from './ocr/index.ts';
