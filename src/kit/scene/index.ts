// Pictures: parts as SVG, pixels, and what a camera makes of them. `drawPng(picture(...))` where no camera is needed;
// `renderPng(photograph(draw, renderPixels(picture(...))).raster)` where one is.
export * from './light.ts';
export * from './parts.ts';
export * from './photo.ts';
export * from './raster.ts';
export * from './textures.ts';
export * from './warp.ts';
