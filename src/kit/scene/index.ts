// Pictures: parts as SVG, pixels, and camera effects. Use `drawPng(picture(...))` without camera effects,
// `renderPng(photograph(draw, renderPixels(picture(...))).raster)` with them.
export * from './light.ts';
export * from './parts.ts';
export * from './photo.ts';
export * from './raster.ts';
export * from './textures.ts';
export * from './warp.ts';
