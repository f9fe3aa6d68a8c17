import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Block, PageRender, PluginInstance } from '../page/types.ts';

export interface ErrorText {
  /** Code and text, the error's title: 404 Page Not Found. */
  title: string;
  text: string;
}

/** The way on from a page that says 401. The host adds the way back: server/way-back.ts. */
const LOGIN = { href: '/cms-login', words: 'Log in' };
const START = { href: '/', words: 'Go to the start page' };

const BUSY =
  'The server may be down or too busy to handle your request. Please wait a moment and try refreshing the page.';

const TEXTS: Record<number, [name: string, text: string]> = {
  400: ['Bad Request', 'Your browser sent a request that the server could not understand.'],
  401: ['Unauthorized', 'You are not authorized to view this page.'],
  403: ['Forbidden', 'You do not have sufficient permissions to access this page.'],
  404: ['Page Not Found', 'The page you were looking for could not be found.'],
  500: ['Internal Server Error', 'The server encountered an unexpected error.'],
  502: ['Bad Gateway', BUSY],
  503: [
    'Service Unavailable',
    'The service is currently unavailable. Please wait a moment and try refreshing the page.',
  ],
  504: ['Gateway Timeout', BUSY],
};

/** The error catalogue's words for a status. */
export function errorTexts(status: number): ErrorText {
  const known = TEXTS[status];
  if (!known) return { title: 'Unexpected Error', text: 'An unexpected error has occurred.' };
  return { title: `${status} ${known[0]}`, text: known[1] };
}

/**
 * The fallback page's frame (its layout, header and footer) around another error's words: what was written for
 * /error/500 would be untrue for other errors.
 */
export function withErrorContent(frame: PageRender, status: number): PageRender {
  const { title, text } = errorTexts(status);
  const way = status === 401 ? `<p><a href="${LOGIN.href}">${LOGIN.words}</a></p>` : '';
  const plugin: PluginInstance = {
    id: 'error',
    ref: 'cms.text',
    fields: { content: `<h1>${title}</h1><p>${text}</p>${way}` },
    version: 0,
  };
  const placed: Block = { nodes: [{ id: 'error', type: 'plugin', pluginId: plugin.id }] };
  const [first, ...rest] = Object.keys(frame.page.blocks);
  const blocks = Object.fromEntries(rest.map((nodeId): [string, Block] => [nodeId, { nodes: [] }]));
  if (first) blocks[first] = placed;
  const page = { ...frame.page, url: `/error/${status}`, title, meta: { title, description: text }, blocks };
  page.plugins = [...frame.page.plugins, { ref: plugin.ref, pluginId: plugin.id }];
  return { ...frame, page, plugins: { ...frame.plugins, [plugin.id]: plugin } };
}

const CSS = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;box-sizing:border-box;
font:1.0625rem/1.6 system-ui,sans-serif;background:light-dark(#fbfaf8,#16181b);color:light-dark(#1d1f23,#e9e7e2)}
main{max-width:34rem}h1{font-size:clamp(1.6rem,5vw,2.4rem);line-height:1.15;margin:0 0 .6em}p{margin:0 0 1em}a{color:inherit}`;

/** The bare error block, for when no page can be had at all: no template, no layout. */
export function errorDocument(status: number, language = 'en'): string {
  const { title, text } = errorTexts(status);
  const way = status === 401 ? LOGIN : START;
  const document: ReactNode = (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="robots" content="noindex" />
        <style dangerouslySetInnerHTML={{ __html: CSS }} />
      </head>
      <body>
        <main id="page">
          <h1>{title}</h1>
          <p>{text}</p>
          <p>
            <a href={way.href}>{way.words}</a>
          </p>
        </main>
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
}
