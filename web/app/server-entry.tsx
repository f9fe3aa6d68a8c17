/** The server's bundle: what the web host loads to turn a page render into HTML. */

export { type ErrorText, errorDocument, errorTexts, withErrorContent } from './ssr/errors.tsx';
export { isKeepable, type RenderAssets, render } from './ssr/render.tsx';
