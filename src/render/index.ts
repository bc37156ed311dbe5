export { launchBrowser } from './browser.ts';
export { toolsCommand, type ToolsCommand } from './tools-image.ts';
export { nodeFlags } from './node-flags.ts';
export { below, cpuSecondsOf, treeUsage, type Usage } from './usage.ts';
export { WarmPool } from './warm-pool.ts';
export { renderOffice, type OfficeRequest, type Rendered } from './office/index.ts';
export { readTexts, type Reading, type TextLine, type TextReader, type TextsRead } from './ocr/index.ts';
