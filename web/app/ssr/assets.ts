import type { Posted } from '../plugins/contract.ts';

/** What a document is made with beside the page itself. */
export interface RenderAssets {
  /** Address of the site for canonical links: PUBLIC_URL. */
  publicUrl: string;
  /** The template's inline CSS, minified. */
  templateCss: string;
  /** Addresses of the visitor's script and of what it loads where it is needed. */
  visitorScript?: string;
  sessionScript?: string;
  islandsScript?: string;
  /** Whether the page is for those who are not logged in, or for who is: a browser that thinks otherwise is to be told. */
  madeFor?: 'anybody' | 'member';
  /** The addresses of the plugins' own scripts, by ref. */
  pluginScripts?: Readonly<Record<string, string>>;
  /** A form that was sent to this page and did not lead on, and the instance that it is of. */
  posted?: { pluginId: string; posted: Posted };
  /** Told of plugins that could not be drawn. */
  onPluginError?: (ref: string, pluginId: string, error: unknown) => void;
}
