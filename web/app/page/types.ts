/**
 * The page model, as content sends it and as the editor changes it. Its twin is
 * services/content/content/model; tests/vectors/actions holds the two equal.
 *
 * A tree is a block: an ordered list of nodes. What a block may hold:
 *   a layout's block   exactly one `root`
 *   root, layout       `layout`, `row`, `row-branch`    (`layout` is a band: header, main, footer …)
 *   row, a branch      1 to 6 columns
 *   a column           either plugins, or rows and row-branches; never both
 * A `col-unique` has its block in `page.blocks[node.id]`, a `row-branch` in `page.branches[node.blockId]`.
 */
export type Id = string;

export type ColumnType = 'col' | 'col-unique' | 'col-shared';
export type NodeType = 'root' | 'layout' | 'row' | 'row-branch' | ColumnType | 'plugin';

export interface Block {
  nodes: PageNode[];
}

export interface BlockNode {
  id: Id;
  type: 'root' | 'layout' | 'row' | 'col' | 'col-shared';
  block: Block;
}
export interface UniqueColumnNode {
  id: Id;
  type: 'col-unique';
}
export interface BranchNode {
  id: Id;
  type: 'row-branch';
  blockId: Id;
}
export interface PluginNode {
  id: Id;
  type: 'plugin';
  pluginId: Id;
}
export type PageNode = BlockNode | UniqueColumnNode | BranchNode | PluginNode;

export interface Branch {
  id: Id;
  name: string;
  /** The same content as a row's block: columns. */
  block: Block;
}

/** `site` holds wherever the node is shown, `page` on this page only and wins. */
export type FieldLevel = 'site' | 'page';

/** Set and shown as one: a page's background replaces the site's as a whole. */
export interface Background {
  allowBackground?: boolean;
  backgroundTextColour?: string;
  backgroundTextShadow?: string;
  backgroundMaskText?: boolean;
  backgroundMaskPositionX?: string;
  backgroundMaskPositionY?: string;
  backgroundColour?: string;
  backgroundImage?: string;
  backgroundVideoMp4?: string;
  backgroundVideoLoop?: boolean;
  backgroundVideoUrl?: string;
  backgroundMobileImage?: string;
  backgroundParallax?: boolean;
}

export type SpaceStep = 'none' | 'small' | 'medium' | 'large';
export type RowWidth = 'text' | 'wide' | 'full';

/** What is left out is the template's, and for what has a background the default of page-view/spacing.ts. */
export interface Spacing {
  /** Between the edges of a row or a column and what is in it. */
  innerSpacing?: SpaceStep;
  /** Of a row that lies in a band, with its background. */
  width?: RowWidth;
  /** Of what is in such a row. */
  contentWidth?: RowWidth;
  /** Between the columns of a row. */
  gap?: SpaceStep;
}

export interface NodeFields extends Background, Spacing {
  tagName?: string;
  transitionName?: string;
  ids?: string[];
  classNames?: string[];
  scopeWhitelist?: string[];
  href?: string;
  hrefTarget?: '_blank' | '';
}

export interface NodeFieldLevels {
  site?: NodeFields;
  page?: NodeFields;
}

export interface NodeLink {
  href: string;
  targetBlank: boolean;
}

/** A file of the library, as a page shows it. */
export interface ShownFile {
  id: Id;
  /** With the version of its content: it can be kept for ever. */
  address: string;
  name: string;
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Whether it is an image that there are sizes of. */
  hasSizes: boolean;
  alt: string;
  title: string;
  /** What has to be seen of it, as shares of width and height. */
  focalPoint: { x: number; y: number };
}

/** By what fields have of them: an id, or an address. Editors get null for a file that is gone. */
export type ShownFiles = Readonly<Record<string, ShownFile | null>>;

export interface PluginInstance {
  id: Id;
  ref: string;
  fields: Record<string, unknown>;
  /** The site version at which it last changed; 0 while it is not saved. */
  version: number;
  isCacheable?: boolean;
  /** What the plugin shows beyond its own fields (a menu's items); never saved. */
  data?: unknown;
  /** The files that its fields show, as far as the viewer may see them; never saved. */
  files?: ShownFiles;
}

export interface MenuPlace {
  visible: boolean;
  /** Shown instead of the page's title. */
  label?: string;
  order?: number;
}

export interface PageConfig {
  menu?: MenuPlace;
  scopeWhitelist?: string[];
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
}

export interface PageMeta {
  title?: string;
  description?: string;
  /** Said where the page is shared, in place of the above. */
  shareTitle?: string;
  shareDescription?: string;
  /** Shown where the page is shared, in place of its first image: a file of the library. */
  image?: { file: Id; alt?: string; aspect?: string; crop?: string };
  /** Where its content stands for search engines: a path of this site, or an address elsewhere. */
  canonical?: string;
}

export interface Page {
  id: Id;
  url: string;
  title: string;
  displayTitle?: string;
  templateId: Id;
  layoutId: Id;
  meta: PageMeta;
  config: PageConfig;
  /** Ids of the trackers that this page has beside those of all pages. */
  trackers: string[];
  linkedData: unknown[];
  layout: { id: Id; name: string; block: Block };
  /** The page's own block for each `col-unique`, by node id. */
  blocks: Record<Id, Block>;
  branches: Record<Id, Branch>;
  nodeFields: Record<Id, NodeFieldLevels>;
  /** Page-wide links on nodes, by node id; they win over the node's own href. */
  links: Record<Id, NodeLink>;
  /** Every plugin node of the page in reading order. */
  plugins: { ref: string; pluginId: Id }[];
  hasScopeWhitelist: boolean;
  updatedAt: string;
  /** The files that it is shared with and that backgrounds of nodes show. */
  files?: ShownFiles;
}

export interface Template {
  id: Id;
  name: string;
  inlineCSS: string;
  hasExternalCSS: boolean;
  hasJs: boolean;
  fonts: unknown[];
  /** Changes whenever any part of the template does; part of the addresses of its assets. */
  version: number;
}

export interface Site {
  name: string;
  language: string;
  /** ISO 4217, in capitals. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  hasEcom: boolean;
  hasCRM: boolean;
  /** Whether pages are dark for visitors who want them so. */
  followsDarkMode: boolean;
  /** The logo, the one for dark pages, and the icon, as far as there are any. */
  images?: { logo?: SiteImage; darkLogo?: SiteImage; icon?: SiteImage };
  /** What pages load of others: none where it is missing. */
  trackers?: {
    /** Of the last change. */
    version: number;
    /** Those that a visitor has to agree to. */
    categories: TrackerCategory[];
    /** Where scripts may come from. */
    hosts: string[];
  };
}

/** An image of the library that stands for the site. */
export interface SiteImage {
  file: ShownFile;
  /** Whether the site's name is written beside it. */
  withName: boolean;
}

export type TrackerCategory = 'functional' | 'statistics' | 'marketing';

/** GET /client/page-render?url= and the answer to PUT /client/page-render/{pageId}. */
export interface PageRender {
  /** The site version that this was read at; a save sends it back. */
  version: number;
  page: Page;
  template: Template;
  plugins: Record<Id, PluginInstance>;
  site: Site;
  /** The values of the parameters of the address that plugins of the page declare. */
  query: Record<string, string | number>;
  /** The names of those parameters, whether the address has them or not. */
  queryNames: string[];
  /**
   * By the ref of a plugin, the addresses of pages on which it shows everybody what the address names, in their order: what an
   * empty field with `pageOf` stands for.
   */
  namingPages: Record<string, string[]>;
  /** False when the answer depended on who asked. */
  isCacheable: boolean;
  /** Resources whose change makes this render stale: page:ID layout:ID branch:ID plugin:ID template:ID menu site */
  tags: string[];
}

/** GET /client/page-render/{pageId}/blocks/{blockId}: a branch block with all that it shows. */
export interface BranchRender {
  version: number;
  branch: Branch;
  /** Those within it. */
  branches: Record<Id, Branch>;
  nodeFields: Record<Id, NodeFieldLevels>;
  plugins: Record<Id, PluginInstance>;
}

export interface PageRedirect {
  redirect: { url: string; responseCode: number };
}

/** What the actions work on. */
export interface PageState {
  page: Page;
  plugins: Record<Id, PluginInstance>;
}
