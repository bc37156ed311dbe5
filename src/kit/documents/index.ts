// Small documents: plain data that the writers of formats render; Markdown and HTML are rendered here.
export * from './document.ts';
export * from './drawn.ts';
export { html, markdown } from './render.ts';
