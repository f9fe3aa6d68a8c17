import type { Posted } from '../plugins/contract.ts';

/** The files of a template that pages link to. */
export type TemplateFileName = 'css/external' | 'css/external-light' | 'js/min';

/** What a document is made with beside the page itself. */
export interface RenderAssets {
  /** Address of the site for canonical links: PUBLIC_URL. */
  publicUrl: string;
  /** The template's inline CSS, minified. */
  templateCss: string;
  /** The rules that load its fonts. */
  fontCss?: string;
  /** What its files hold, by the ends of their addresses; one without is asked for by the template's version. */
  templateHashes?: Readonly<Partial<Record<TemplateFileName, string>>>;
  /** Whether plugins that cannot be drawn leave a placeholder; visitors are shown nothing of them. */
  isForEditor?: boolean;
  /** Whether the page is to be opened without its template's script. */
  isSafe?: boolean;
  /** Addresses of the visitor's script and of what it loads where it is needed. */
  visitorScript?: string;
  sessionScript?: string;
  islandsScript?: string;
  /** The names of the files that islands need, separated by spaces: all of them beside that script, and each by its ref. */
  islandFiles?: { ofAll: string; byRef: Readonly<Record<string, string>> };
  trackersScript?: string;
  /** Whether the page is for those who are not logged in, or for who is: a browser that thinks otherwise is to be told. */
  madeFor?: 'anybody' | 'member';
  /** The addresses of the plugins' own scripts, by ref. */
  pluginScripts?: Readonly<Record<string, string>>;
  /** A form that was sent to this page and did not lead on, and the instance that it is of. */
  posted?: { pluginId: string; posted: Posted };
  /** Told of plugins that could not be drawn. */
  onPluginError?: (ref: string, pluginId: string, error: unknown) => void;
}
