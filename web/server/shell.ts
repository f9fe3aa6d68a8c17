import type { IncomingMessage } from 'node:http';
import { marked } from '../app/page/frame-mark.ts';
import { Answer } from './answer.ts';
import { chunkFiles, type EntryFiles, entryFiles, type LoadedFiles, type Manifest } from './assets.ts';
import { FOR_NOBODY_ELSE } from './page-headers.ts';

/** By what is opened, the files that it is loaded from besides what every screen starts with (web/vite.chunks.screens.ts). */
const FILES = {
  /** For a caret. */
  editor: ['editor', 'rich-text'],
  /** The frame of the admin and its first screen. */
  admin: ['admin'],
  /** And what each other screen of it has. */
  adminScreen: ['admin', 'admin-screen'],
  none: [],
} as const;

type Opened = keyof typeof FILES;

type Scheme = 'light' | 'dark' | 'system';

/**
 * The toolbar's switch between viewing and editing, before the toolbar is there: editor/early-bar.ts takes it over. Its label
 * leads into a field that takes what is typed meanwhile; the policy for scripts allows none in the document. Screen readers
 * wait for the toolbar: they would find a field in passing. Its placeholder lets the style know whether anything is in it.
 */
const EARLY_BAR = [
  '<div id="pw-early-bar" aria-hidden="true"><div>',
  '<textarea id="pw-early-text" tabindex="-1" autocomplete="off" placeholder=" "></textarea>',
  `<span>${icon('<path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/>')}View</span>`,
  `<label for="pw-early-text">${icon('<path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z"/><path d="m15 5 4 4"/>')}Edit</label></div></div>`,
].join('');

type DocumentParts = [head: string, rest: string];

const SCREEN_END = '<noscript>Editing and administration need JavaScript.</noscript></body></html>';
const NO_SCRIPTS =
  '<p class="pw-no-scripts">Editing needs JavaScript. Below is the page as visitors see it.</p>';

/** The document that starts the SPA: the screens of admin, shop admin, login and set-up, and the editor. */
export class Shell {
  private readonly entry: EntryFiles;
  /** Named in the document, they come along instead of afterwards. */
  private readonly besides: Record<Opened, LoadedFiles>;
  private readonly screens = new Map<string, Answer>();
  private readonly editors = new Map<string, DocumentParts>();

  /** Throws an Error where the build of the screens lacks one of their files. */
  constructor(manifest: Manifest) {
    this.entry = entryFiles(manifest, 'app/main.tsx');
    this.besides = {
      editor: chunkFiles(manifest, FILES.editor),
      admin: chunkFiles(manifest, FILES.admin),
      adminScreen: chunkFiles(manifest, FILES.adminScreen),
      none: chunkFiles(manifest, FILES.none),
    };
  }

  /** For the SPA's own addresses. `language`: the catalogue that the screens for visitors, such as the login, speak by. */
  screen(request: IncomingMessage, language: string): Answer {
    const scheme = chosenScheme(request);
    const opened = openedAt(request);
    const key = `${opened} ${scheme} ${language}`;
    const made =
      this.screens.get(key) ??
      shellAnswer(
        htmlParts(this.entry, this.besides[opened], scheme, language).join('') + SCREEN_END,
        'no-cache',
      );
    this.screens.set(key, made);
    return made;
  }

  /**
   * For a public address, opened by someone who may edit. The page begins to load beside the scripts, which take its frame
   * over; without scripts it is what one sees. `language`: as for screens, since the login may be reached from here.
   * `isLapsed`: the session has yet to be renewed, by scripts, and what is asked for before is anybody's page: the scripts
   * ask for the page themselves.
   */
  editor(request: IncomingMessage, language: string, isLapsed: boolean): Answer {
    const scheme = chosenScheme(request);
    const key = `${scheme} ${language}`;
    const made = this.editors.get(key) ?? htmlParts(this.entry, this.besides.editor, scheme, language);
    this.editors.set(key, made);
    const [head, rest] = made;
    const frame = earlyFrame(request);
    const preload = isLapsed ? '' : pagePreload(request);
    const body = isLapsed
      ? `<noscript>${NO_SCRIPTS}${frame}</noscript>`
      : `<noscript>${NO_SCRIPTS}</noscript>${EARLY_BAR}${frame}`;
    // At a public address: what is there depends on who asks.
    return shellAnswer(`${head}${preload}${rest}${body}</body></html>`, FOR_NOBODY_ELSE);
  }
}

/** What a screen's address opens. */
function openedAt(request: IncomingMessage): Opened {
  const [, area, below] = /^\/(cms-admin|cms-ecom)(?:\/+([^?]*))?(?:\?|$)/.exec(request.url ?? '') ?? [];
  if (!area) return 'none';
  return area === 'cms-admin' && !below ? 'admin' : 'adminScreen';
}

/** Has the page's content fetched while the scripts that ask for it are. The address is the one that they will write. */
function pagePreload(request: IncomingMessage): string {
  const path = (request.url ?? '/').split('?')[0] as string;
  const address = `/client/page-render?url=${encodeURIComponent(path)}`;
  return `<link rel="preload" as="fetch" crossorigin href="${address}">`;
}

/** The page's frame: editor/canvas/early-frame.ts takes it over. */
function earlyFrame({ headers, url = '/' }: IncomingMessage): string {
  // Of a browser that does not say what asks here it is not to be had of its frame either.
  const source = headers['sec-fetch-dest'] === undefined ? marked(url) : url;
  const address = source.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<iframe id="pw-early-frame" title="Page" src="${address}"></iframe>`;
}

/** One of the toolbar's, which are lucide's. */
function icon(paths: string): string {
  return `<svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;
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
