import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { wordsOf } from '#words/i18n.ts';
import { directionOf, speechOfWords } from '#words/languages.ts';
import '#words/server.ts';
import { indexOf } from '../page/tree.ts';
import type { Block, Page, PageRender, PluginInstance } from '../page/types.ts';
import { ownPlugins } from '../plugins/listing.ts';

export interface ErrorText {
  /** Code and text, the error's title: 404 Page Not Found. */
  title: string;
  text: string;
}

/** The way on from a page that says 401. The host adds the way back: server/way-back.ts. */
const LOGIN = { href: '/cms-login', words: msg`Log in` };
const START = { href: '/', words: msg`Go to the start page` };

const wayFrom = (status: number) => (status === 401 ? LOGIN : START);

const BUSY = msg`The server may be down or too busy to handle your request. Please wait a moment and try refreshing the page.`;

const TEXTS: Record<number, [name: MessageDescriptor, text: MessageDescriptor]> = {
  400: [msg`Bad Request`, msg`Your browser sent a request that the server could not understand.`],
  401: [msg`Unauthorized`, msg`You are not authorized to view this page.`],
  403: [msg`Forbidden`, msg`You do not have sufficient permissions to access this page.`],
  404: [msg`Page Not Found`, msg`The page you were looking for could not be found.`],
  410: [msg`Page Removed`, msg`The page that was here has been removed.`],
  500: [msg`Internal Server Error`, msg`The server encountered an unexpected error.`],
  502: [msg`Bad Gateway`, BUSY],
  503: [
    msg`Service Unavailable`,
    msg`The service is currently unavailable. Please wait a moment and try refreshing the page.`,
  ],
  504: [msg`Gateway Timeout`, BUSY],
};

/** The error catalogue's words for a status. */
export function errorTexts(status: number, language = 'en'): ErrorText {
  const words = wordsOf(language);
  const known = TEXTS[status];
  if (!known) return { title: t(words)`Unexpected Error`, text: t(words)`An unexpected error has occurred.` };
  return { title: `${status} ${words._(known[0])}`, text: words._(known[1]) };
}

/** What a form says whose handler failed. */
export const formFailed = (language: string): string =>
  t(wordsOf(language))`Something went wrong. Try again in a moment.`;

/**
 * The fallback page's frame (its layout, header and footer) around another error's words: what was written for
 * /error/500 would be untrue for other errors.
 */
export function withErrorContent(frame: PageRender, status: number): PageRender {
  const { title, text } = errorTexts(status, frame.site.language);
  const plugin = defaultBlock(status, frame.site.language);
  const placed: Block = { nodes: [PLACE] };
  const [first, ...rest] = Object.keys(frame.page.blocks);
  const blocks = Object.fromEntries(rest.map((nodeId): [string, Block] => [nodeId, { nodes: [] }]));
  if (first) blocks[first] = placed;
  const page = { ...frame.page, url: `/error/${status}`, title, meta: { title, description: text }, blocks };
  return withPlugin(frame, page, plugin);
}

const ERROR_PAGE = /^\/error\/(\d{3})$/;

/** An editor's page for an error with the error's own words beneath, as long as nothing stands in its own columns. */
export function withDefaultBlock(rendered: PageRender): PageRender {
  const { page, site } = rendered;
  const status = ERROR_PAGE.exec(page.url)?.[1];
  if (!status || ownPlugins(page).size > 0) return rendered;
  const column = [...indexOf(page).values()].find(({ node }) => node.type === 'col-unique')?.node.id;
  if (!column) return rendered;
  const nodes = [...(page.blocks[column]?.nodes ?? []), PLACE];
  const filled = { ...page, blocks: { ...page.blocks, [column]: { nodes } } };
  return withPlugin(rendered, filled, defaultBlock(Number(status), site.language));
}

const PLACE = { id: 'error', type: 'plugin', pluginId: 'error' } as const;

/** The words of an error, and the way on from it. */
function defaultBlock(status: number, language: string): PluginInstance {
  const { title, text } = errorTexts(status, language);
  const { href, words } = wayFrom(status);
  const { lang, dir } = speechOfWords(language);
  const speech = lang ? ` lang="${lang}" dir="${dir}"` : '';
  const way = `<p${speech}><a href="${href}">${wordsOf(language)._(words)}</a></p>`;
  return {
    id: PLACE.pluginId,
    ref: 'cms.text',
    fields: { content: `<h1${speech}>${title}</h1><p${speech}>${text}</p>${way}` },
    version: 0,
  };
}

function withPlugin(rendered: PageRender, page: Page, plugin: PluginInstance): PageRender {
  const plugins = [...page.plugins, { ref: plugin.ref, pluginId: plugin.id }];
  return {
    ...rendered,
    page: { ...page, plugins },
    plugins: { ...rendered.plugins, [plugin.id]: plugin },
  };
}

const CSS = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;box-sizing:border-box;
font:1.0625rem/1.6 system-ui,sans-serif;background:light-dark(#fbfaf8,#16181b);color:light-dark(#1d1f23,#e9e7e2)}
main{max-width:34rem}h1{font-size:clamp(1.6rem,5vw,2.4rem);line-height:1.15;margin:0 0 .6em}p{margin:0 0 1em}a{color:inherit}`;

/** The bare error block, for when no page can be had at all: no template, no layout. */
export function errorDocument(status: number, language = 'en'): string {
  const { title, text } = errorTexts(status, language);
  const way = wayFrom(status);
  // Nothing on it is an editor's: where it has to be English, all of it is.
  const spoken = speechOfWords(language).lang ?? language;
  const document: ReactNode = (
    <html lang={spoken} dir={directionOf(spoken) === 'rtl' ? 'rtl' : undefined}>
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
            <a href={way.href}>{wordsOf(language)._(way.words)}</a>
          </p>
        </main>
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
}
