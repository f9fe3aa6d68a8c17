import type { IncomingMessage } from 'node:http';
import { Answer } from './answer.ts';
import type { EntryFiles, LoadedFiles } from './assets.ts';

type Scheme = 'light' | 'dark' | 'system';

const SCHEMES: readonly Scheme[] = ['light', 'dark', 'system'];
const NOTHING: LoadedFiles = { scripts: [], styles: [], fonts: [] };

/** The document that starts the SPA: the screens of admin, shop admin, login and set-up, and the editor. */
export class Shell {
  private readonly entry: EntryFiles;
  private readonly screens = new Map<string, Answer>();
  private readonly editors: ReadonlyMap<Scheme, [head: string, rest: string]>;

  /**
   * `editor` is what the editor's screen loads besides, and `visitor` the script of the page in its frame: named here,
   * they come along instead of afterwards.
   */
  constructor(entry: EntryFiles, editor: LoadedFiles, visitor: string) {
    this.entry = entry;
    // Not "preload": it is another document that runs it.
    const ofFrame = `<link rel="prefetch" as="script" href="${visitor}">`;
    this.editors = new Map(
      SCHEMES.map((scheme) => {
        const [head, rest] = htmlParts(entry, editor, scheme);
        return [scheme, [head, ofFrame + rest]];
      }),
    );
  }

  /** For the SPA's own addresses. `language`: the catalogue that the screens for visitors, such as the login, speak by. */
  screen(request: IncomingMessage, language: string): Answer {
    const scheme = chosenScheme(request);
    const key = `${scheme} ${language}`;
    const made =
      this.screens.get(key) ??
      shellAnswer(htmlParts(this.entry, NOTHING, scheme, language).join(''), 'no-cache');
    this.screens.set(key, made);
    return made;
  }

  /** For a public address, opened by someone who may edit. */
  editor(request: IncomingMessage): Answer {
    const [head, rest] = this.editors.get(chosenScheme(request)) as [string, string];
    // At a public address: what is there depends on who asks.
    return shellAnswer(head + pagePreload(request) + rest, 'no-store');
  }
}

/** Has the page's content fetched while the scripts that ask for it are. The address is the one that they will write. */
function pagePreload(request: IncomingMessage): string {
  const path = (request.url ?? '/').split('?')[0] as string;
  const address = `/client/page-render?url=${encodeURIComponent(path)}`;
  return `<link rel="preload" as="fetch" crossorigin href="${address}">`;
}

/** Light or dark as chosen in the admin, so that the first paint is right already. */
function chosenScheme(request: IncomingMessage): Scheme {
  const chosen = /(?:^|;\s*)pagewright_scheme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  return (chosen as Scheme | undefined) ?? 'system';
}

function shellAnswer(html: string, cacheControl: string): Answer {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': cacheControl,
    Vary: 'Cookie',
  };
  return new Answer(200, headers, html);
}

/** The document in two parts: between them is the place for what depends on the address. */
function htmlParts(
  entry: EntryFiles,
  besides: LoadedFiles,
  scheme: Scheme,
  language = 'en',
): [head: string, rest: string] {
  const site = language === 'en' ? '' : ` data-site-language="${language}"`;
  const chosen = scheme === 'system' ? '' : ` data-mantine-color-scheme="${scheme}"`;
  const { scripts, styles, fonts } = entry.imported;
  const head = [
    `<!DOCTYPE html><html lang="en"${site}${chosen}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    '<title>Pagewright</title><link rel="icon" href="/assets/icon-1.svg" type="image/svg+xml">',
    ...new Set([...styles, ...besides.styles].map((address) => `<link rel="stylesheet" href="${address}">`)),
    // Otherwise asked for once the first words have been set in another face, and then set anew.
    ...new Set(
      [...fonts, ...besides.fonts].map(
        (address) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}">`,
      ),
    ),
  ];
  const rest = [
    `<script type="module" src="${entry.script}"></script>`,
    ...new Set(
      [...scripts, ...besides.scripts].map((address) => `<link rel="modulepreload" href="${address}">`),
    ),
    '</head><body><div id="app"></div>',
    '<noscript>Editing and administration need JavaScript.</noscript></body></html>',
  ];
  return [head.join(''), rest.join('')];
}
