/**
 * The plugin contract. A plugin is one folder, web/app/plugins/<ref>/:
 *   manifest.ts   default export definePlugin({...}): its names, its fields, what it needs and how it wakes
 *   render.tsx    default export: the React component that visitors see, in plain semantic HTML
 *   icon.ts       (optional) default export: its icon in the editor
 *   styles.css    (optional) the default look, sent only with pages that use the plugin
 *   head.ts       (optional) default export: what it adds to the page's head; runs on the server only
 *   post.ts       (optional) default export: answers its forms when they post to the page; runs on the server only
 *   script.ts     (optional) default export: what a browser does with its element, without React
 *   start.ts      (optional) default export: the words that new instances start with, in the site's language
 *   words/        its words in other languages than English, a catalogue for each: words/de.po
 *   edit.tsx      (optional) default export: the settings modal's body
 *   inline.tsx    (optional) default export: the editor shown in place of the view while editing
 * registry/ gathers these by glob: manifests.ts, styles.ts, icons.ts, heads.ts, posts.ts, scripts.ts, starts.ts, editors.ts, and the
 * views twice: renderers.ts for the server, all at once, and views.ts for browsers, one by one.
 */
import type { ComponentType } from 'react';
import type { I18n } from '#words/i18n.ts';
import type { FieldDefinition, FieldDefinitions } from '../fields/types.ts';
import type { Room } from '../page/rooms.ts';
import type { Id, ShownFiles } from '../page/types.ts';

export type { FieldDefinition, FieldsOf } from '../fields/types.ts';

export type Fields = Record<string, unknown>;

/** Where the palette shows a plugin; what each is called and their order is the editor's (panels/offers.ts). */
export type PluginGroup = 'content' | 'navigation' | 'blog' | 'shop' | 'members';

/** When a plugin's React view, or its script, is started in a visitor's browser. */
export type Wake =
  /** Never: the HTML is all there is. */
  | 'none'
  /** When it comes near the view. */
  | 'visible'
  /** When the browser has nothing else to do. */
  | 'idle'
  /** When something in it is pressed or a form in it is sent; that is then done. */
  | 'press';

/** A parameter of the page's address that a plugin reads. A value that does not fit counts as none. */
export type QueryParameter = (
  | { type: 'text'; maxLength: number }
  /** A whole one, unless it may have `decimals` after its point, three at most. */
  | { type: 'number'; min: number; max: number; decimals?: 1 | 2 | 3 }
  | { type: 'select'; options: readonly string[] }
) & {
  /** False where visitors can make up more values than there are pages to show: none is kept that has one. */
  isCacheable?: false;
};
export type Query = Readonly<Record<string, string | number>>;

/** What a site, a page or an editor must have for the palette to offer a plugin. */
export interface Requirements {
  service?: 'ecom' | 'crm';
  /** Of the editor who would add it. */
  scope?: string;
  oncePerPage?: boolean;
}

/** Hosts of others, without `https://`. */
export interface OutsideHosts {
  /** Whose scripts run on the page. They may call their host, too. */
  scripts: readonly string[];
  /** Which are only called. */
  calls?: readonly string[];
}

export interface PluginManifest {
  /** Dotted name: cms.text. The folder has the same name. */
  ref: string;
  label: string;
  tooltip: string;
  group: PluginGroup;
  /** Its place in the group, for what most pages are made of; plugins of the same place are in the order of their labels. */
  order: number;
  styleClass: string;
  fields: FieldDefinitions;
  isCacheable: boolean;
  wake: Wake;
  /**
   * The service that gives its data, asked at `POST /<service>/plugin-data`. Content's comes with the page; the editor
   * asks it, too, for what is not saved yet.
   */
  dataFrom?: PostService;
  /** What a browser loads for it from others, by its data. Pages with it let these hosts in, and others do not. */
  outside?: (data: unknown) => OutsideHosts;
  /** What it is drawn with while it is edited, where the editor's own data would hide what can be set up. */
  editedData?: (data: unknown) => unknown;
  /**
   * Its form may have files: it posts multipart/form-data to `?pw-plugin=<instance>`, and its post.ts passes the body on
   * unread.
   */
  takesFiles: boolean;
  /**
   * Whether search engines leave out the pages that have it in their own columns, and the sitemap too: what it shows is each
   * visitor's own. Not the home page, nor pages on which its service shows something to everybody (plugins/listing.ts).
   */
  isUnlisted?: boolean;
  /**
   * The parameter of the page's address that names what it shows, unless this field of it says what. Its service
   * (`dataFrom`) knows all names, at `GET /private/named-addresses?ref=…`: the sitemap has the page once more for each. A name
   * that it does not know makes the page 404.
   */
  namedBy?: { parameter: string; unless: string };
  /** The parameters of the page's address that reach its view and its data. No others do. */
  query: Record<string, QueryParameter>;
  requires: Requirements;
  /** What the editor says in its place while it draws nothing, in one sentence. Each plugin that can draw nothing has it. */
  emptyHint?: string;
  modal: { width: number; hasAdvanced: boolean };
  /** Words the palette's search finds it by. */
  keywords: string[];
}

/** The site as views know it. */
export interface ViewSite {
  name: string;
  language: string;
  dir: 'ltr' | 'rtl';
  currency: string;
  timeZone: string;
  /** Whether the page is light or dark for everybody; left out where visitors decide it. */
  scheme?: 'light' | 'dark';
}

/** What is the same for all plugins of a page. */
export interface ViewContext {
  site: ViewSite;
  /**
   * A view that does not read it is drawn once for all pages of a layout. Links that say which of them leads to the page
   * ask `isAt` and `isBelow` (where.ts) instead.
   */
  page: { url: string; title: string };
  /** The parameters of the address that plugins of this page declare. */
  query: Query;
  /** The addresses of pages on which a plugin shows what the address names, by its ref; see fields/address. */
  namingPages: Readonly<Record<string, readonly string[]>>;
}

export interface ViewProps<F extends Fields = Fields, Data = unknown> extends ViewContext {
  id: Id;
  ref: string;
  fields: F;
  /** What the plugin's source gave for this instance; undefined until it is saved, and while its service is away. */
  data?: Data;
  /** Its place among the page's plugins of the same ref, in reading order, from 0. */
  position: number;
  /** Set while the answer to its own form is shown. */
  posted?: Posted;
  /** The files that its fields show, by what the fields have of them; see plugins/images. */
  files: ShownFiles;
  /** How wide the place is that it stands in. */
  room: Room;
  /** Whether the first image of the page is its own: it is not waited with. */
  hasFirstImage: boolean;
  /** Whether what is missing is said: visitors are shown nothing of it. */
  isForEditor: boolean;
  /** The level of the last heading above it on the page, as far as fields tell; 0 where there is none. See headings.tsx. */
  headingAbove: number;
  /** Whether the page has a title elsewhere: an h1 above it, or one that is written below it. A page has one. */
  hasOtherTitle: boolean;
}

/** What depends on where an instance stands. */
export type ViewPlace = Pick<
  ViewProps,
  'room' | 'hasFirstImage' | 'isForEditor' | 'headingAbove' | 'hasOtherTitle'
>;

/** A form that was sent and did not lead on, for the view to show it again. */
export interface Posted {
  /** What was typed and is shown again: only what the plugin's post.ts gives, never a password. */
  values?: Readonly<Record<string, string>>;
  /** What is wrong, in words; left out where nothing is, and the form has another step. */
  problem?: string;
  /** What is wrong with single fields, by their names. */
  faults?: Readonly<Record<string, string>>;
  /** What the view goes on with, in a shape of its own. */
  step?: unknown;
}

/** What a service answered to a plugin's form. */
export interface ServiceAnswer {
  status: number;
  /** The parsed JSON; undefined where there is none. */
  body: unknown;
  /** Seconds, from Retry-After. */
  retryAfter?: number;
}

export interface PostProps<F extends Fields = Fields, Data = unknown> extends ViewProps<F, Data> {
  form: Readonly<Record<string, string>>;
  /** All parameters of the address that it was posted to: nothing of the answer is kept. */
  search: URLSearchParams;
  /** Calls a service as the visitor. The cookies that it sets are the visitor's with the answer. Rejects while it is away. */
  call: (
    service: PostService,
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) => Promise<ServiceAnswer>;
  /**
   * For plugins that take files: POSTs the body as the browser sent it to a private address of a service, in the name of
   * the web host. Once.
   */
  pass: (service: PostService, path: string) => Promise<ServiceAnswer>;
}
export type PostService = 'auth' | 'cms' | 'content' | 'crm' | 'ecom';

/** Where to go on, the same page by default, or what the page shows: what is wrong, or the next step. */
export type PostResult = { redirect?: string } | { posted: Posted };
// biome-ignore lint/suspicious/noExplicitAny: a registry holds every field shape, and props are contravariant
export type PluginPost = (props: PostProps<any, any>) => Promise<PostResult>;

/** Deals with a plugin's element in the browser. Called once for each element. */
export type PluginScript = (element: HTMLElement) => void;

/**
 * What a plugin adds to its page's head. The first in reading order that says something counts; what the page says of
 * itself for search engines wins, unless the plugin `isOfAddress`.
 */
export interface HeadParts {
  /** What the page is about, in place of its title; the site's name comes after it. */
  title?: string;
  /** Whether the page shows what its address names: title and description then go before the page's own. */
  isOfAddress?: boolean;
  description?: string;
  /** An address; it is made absolute. */
  image?: string;
  /** Of that image in pixels, where they are known. */
  imageDimensions?: { width: number; height: number };
  jsonLd?: object;
  /** The path that feeds are behind: of the page that lists their posts, or of their category. */
  feeds?: { title: string; path: string };
  /** The page in other languages, itself among them. `language` is a tag, or `x-default` for who reads none of them. */
  alternates?: { language: string; path: string }[];
  /** For a page that is an article: when it was published (RFC 3339). */
  publishedAt?: string;
  /** Whether search engines are to leave the page at this address out. */
  noIndex?: boolean;
}
export interface HeadProps<F extends Fields = Fields, Data = unknown> extends ViewProps<F, Data> {
  /** The absolute address of a path of this site. */
  absolute: (path: string) => string;
  /** Whether it stands in the page's own columns, rather than in its layout or a branch block. */
  isOwn: boolean;
}
/** Given all instances of its kind on the page, in reading order. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds every field shape, and props are contravariant
export type PluginHead = (instances: HeadProps<any, any>[]) => HeadParts;

export interface EditProps<F extends Fields = Fields> {
  fields: F;
  onChange: (fields: F) => void;
  /** The words of the site's language, for what is put into pages. */
  words: I18n;
}

export interface InlineEditProps<F extends Fields = Fields> extends ViewProps<F> {
  /** Given the fields that changed, and those only: somebody else may be at work on the others. */
  onChange: (changed: Partial<F>) => void;
  /** Asked for when the editor should be left: Escape. */
  onLeave: () => void;
  caret?: Caret;
}

/**
 * Where the caret goes: to a click, in the canvas's client coordinates; with `firstLine`, the first line is selected, so
 * that typing replaces words that stand in for an editor's own; with `afterTitle`, behind the title, or the end of a text
 * that has none.
 */
export type Caret = { left: number; top: number } | 'firstLine' | 'afterTitle';

// biome-ignore lint/suspicious/noExplicitAny: a registry holds every field shape, and props are contravariant
export type PluginView = ComponentType<ViewProps<any, any>>;
// biome-ignore lint/suspicious/noExplicitAny: a registry holds every field shape, and props are contravariant
export type PluginEdit = ComponentType<EditProps<any>>;
// biome-ignore lint/suspicious/noExplicitAny: a registry holds every field shape, and props are contravariant
export type PluginInlineEdit = ComponentType<InlineEditProps<any>>;

/** What it takes to draw a plugin. */
export interface Renderer {
  manifest: PluginManifest;
  View: PluginView;
}
export type Renderers = ReadonlyMap<string, Renderer>;

export type PartialManifest = Pick<PluginManifest, 'ref' | 'label'> & Partial<PluginManifest>;

type Declared<M extends PartialManifest> = Omit<PluginManifest, 'fields'> & {
  fields: M extends { fields: infer Definitions extends FieldDefinitions }
    ? Definitions
    : Record<never, FieldDefinition>;
};

/** Fills what a manifest leaves out. Its type keeps its fields: `FieldsOf<typeof manifest>` are the values of an instance. */
export function definePlugin<const M extends PartialManifest>(manifest: M): Declared<M> {
  // The one place where the manifest's own types and the filled ones meet.
  return {
    tooltip: manifest.label,
    group: 'content',
    order: 100,
    styleClass: manifest.ref.replaceAll('.', '-'),
    fields: {},
    isCacheable: true,
    wake: 'none',
    takesFiles: false,
    query: {},
    requires: {},
    keywords: [],
    ...manifest,
    modal: { width: 640, hasAdvanced: false, ...manifest.modal },
  } satisfies PluginManifest as unknown as Declared<M>;
}

/** The fields a new instance starts with. */
export function defaultFields(manifest: PluginManifest): Fields {
  const fields: Fields = {};
  for (const [name, field] of Object.entries(manifest.fields)) {
    if (field.type === 'list') fields[name] = structuredClone(field.default ?? []);
    else if (field.default !== undefined) fields[name] = field.default;
  }
  return fields;
}
