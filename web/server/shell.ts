import type { IncomingMessage } from 'node:http';
import { Answer } from './answer.ts';
import type { EntryFiles } from './assets.ts';

type Scheme = 'light' | 'dark' | 'system';

/** The document that starts the SPA: the screens of admin, shop admin, login and set-up, and the editor. */
export class Shell {
  private readonly screens: Record<Scheme, Answer>;
  private readonly editors: Record<Scheme, Answer>;

  constructor(entry: EntryFiles) {
    this.screens = forEachScheme((scheme) => shellAnswer(entry, scheme, 'no-cache'));
    // At a public address: what is there depends on who asks.
    this.editors = forEachScheme((scheme) => shellAnswer(entry, scheme, 'no-store'));
  }

  /** For the SPA's own addresses. */
  screen(request: IncomingMessage): Answer {
    return this.screens[chosenScheme(request)];
  }

  /** For a public address, opened by someone who may edit. */
  editor(request: IncomingMessage): Answer {
    return this.editors[chosenScheme(request)];
  }
}

function forEachScheme(make: (scheme: Scheme) => Answer): Record<Scheme, Answer> {
  return { light: make('light'), dark: make('dark'), system: make('system') };
}

/** Light or dark as chosen in the admin, so that the first paint is right already. */
function chosenScheme(request: IncomingMessage): Scheme {
  const chosen = /(?:^|;\s*)pagewright_scheme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  return (chosen as Scheme | undefined) ?? 'system';
}

function shellAnswer(entry: EntryFiles, scheme: Scheme, cacheControl: string): Answer {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': cacheControl,
    Vary: 'Cookie',
  };
  return new Answer(200, headers, shellHtml(entry, scheme));
}

function shellHtml({ script, preloads, styles }: EntryFiles, scheme: Scheme): string {
  const chosen = scheme === 'system' ? '' : ` data-mantine-color-scheme="${scheme}"`;
  return [
    `<!DOCTYPE html><html lang="en"${chosen}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    '<title>Pagewright</title><link rel="icon" href="/assets/icon-1.svg" type="image/svg+xml">',
    ...styles.map((address) => `<link rel="stylesheet" href="${address}">`),
    ...preloads.map((address) => `<link rel="modulepreload" href="${address}">`),
    `<script type="module" src="${script}"></script>`,
    '</head><body><div id="app"></div>',
    '<noscript>Editing and administration need JavaScript.</noscript></body></html>',
  ].join('');
}
