import type { IncomingMessage } from 'node:http';
import { Answer } from './answer.ts';
import type { EntryFiles, LoadedFiles } from './assets.ts';
import { FOR_NOBODY_ELSE } from './page-headers.ts';

type Scheme = 'light' | 'dark' | 'system';

const NOTHING: LoadedFiles = { scripts: [], styles: [], fonts: [] };

type DocumentParts = [head: string, rest: string];

const SCREEN_END = '<noscript>Editing and administration need JavaScript.</noscript></body></html>';
const NO_SCRIPTS =
  '<p class="pw-no-scripts">Editing needs JavaScript. Below is the page as visitors see it.</p>';

/** The document that starts the SPA: the screens of admin, shop admin, login and set-up, and the editor. */
export class Shell {
  private readonly entry: EntryFiles;
  private readonly screens = new Map<string, Answer>();
  private readonly editorFiles: LoadedFiles;
  private readonly editors = new Map<string, DocumentParts>();

  /** `editor` is what the editor's screen loads besides: named here, it comes along instead of afterwards. */
  constructor(entry: EntryFiles, editor: LoadedFiles) {
    this.entry = entry;
    this.editorFiles = editor;
  }

  /** For the SPA's own addresses. `language`: the catalogue that the screens for visitors, such as the login, speak by. */
  screen(request: IncomingMessage, language: string): Answer {
    const scheme = chosenScheme(request);
    const key = `${scheme} ${language}`;
    const made =
      this.screens.get(key) ??
      shellAnswer(htmlParts(this.entry, NOTHING, scheme, language).join('') + SCREEN_END, 'no-cache');
    this.screens.set(key, made);
    return made;
  }

  /**
   * For a public address, opened by someone who may edit. The page begins to load beside the scripts, which take its frame
   * over; without scripts it is what one sees. `language`: as for screens, since the login may be reached from here.
   * `isLapsed`: the session has yet to be renewed, by scripts, and what is asked for before is anybody's page.
   */
  editor(request: IncomingMessage, language: string, isLapsed: boolean): Answer {
    const scheme = chosenScheme(request);
    const key = `${scheme} ${language}`;
    const made = this.editors.get(key) ?? htmlParts(this.entry, this.editorFiles, scheme, language);
    this.editors.set(key, made);
    const [head, rest] = made;
    const frame = earlyFrame(request);
    const body = isLapsed
      ? `<noscript>${NO_SCRIPTS}${frame}</noscript>`
      : `<noscript>${NO_SCRIPTS}</noscript>${frame}`;
    // At a public address: what is there depends on who asks.
    return shellAnswer(`${head}${pagePreload(request)}${rest}${body}</body></html>`, FOR_NOBODY_ELSE);
  }
}

/** Has the page's content fetched while the scripts that ask for it are. The address is the one that they will write. */
function pagePreload(request: IncomingMessage): string {
  const path = (request.url ?? '/').split('?')[0] as string;
  const address = `/client/page-render?url=${encodeURIComponent(path)}`;
  return `<link rel="preload" as="fetch" crossorigin href="${address}">`;
}

/** The page's frame: editor/canvas/early-frame.ts takes it over. */
function earlyFrame(request: IncomingMessage): string {
  const address = (request.url ?? '/').replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<iframe id="pw-early-frame" title="Page" src="${address}"></iframe>`;
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

/** The document but for its end, in two parts: between them is the place for what depends on the address. */
function htmlParts(entry: EntryFiles, besides: LoadedFiles, scheme: Scheme, language = 'en'): DocumentParts {
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
  ];
  return [head.join(''), rest.join('')];
}
