/**
 * The plugin contract. A plugin is one folder, web/app/plugins/<ref>/:
 *   manifest.ts   default export definePlugin({...}): what it is called and which fields it has
 *   render.tsx    default export: the React component visitors see, in plain semantic HTML
 *   styles.css    (optional) the default look, sent only with pages that use the plugin
 *   edit.tsx      (optional) default export: the settings modal's body
 *   inline.tsx    (optional) default export: the editor shown in place of the view while editing
 *   migrations.ts (optional) default export: migrations of stored fields, oldest first
 * registry/ gathers these by glob: manifests.ts, styles.ts, editors.ts, and the views twice: renderers.ts for the server,
 * all at once, and islands.ts for browsers, one by one.
 */
import type { ComponentType } from 'react';
import type { FieldDefinition, FieldDefinitions } from '../fields/types.ts';
import type { PluginInstance } from '../page/types.ts';

export type { FieldDefinition, FieldsOf } from '../fields/types.ts';

export type Fields = Record<string, unknown>;

/** Where the palette shows a plugin; what each is called and their order is the editor's (panels/offers.ts). */
export type PluginGroup = 'content' | 'navigation' | 'members';

export interface PluginManifest {
  /** Dotted name: cms.text. The folder has the same name. */
  ref: string;
  label: string;
  tooltip: string;
  /** A lucide icon name in kebab-case. */
  icon: string;
  group: PluginGroup;
  styleClass: string;
  fields: FieldDefinitions;
  isCacheable: boolean;
  /** True when the view needs React in the visitor's browser: it becomes an island. */
  isInteractive: boolean;
  /** 'ecom' or 'crm' when only a site that has it may create the plugin. */
  requires?: 'ecom' | 'crm';
  modal: { width: number; hasAdvanced: boolean };
  /** Current version of the stored fields' shape; migrations lead to it. */
  schemaVersion: number;
  /** Words the palette's search finds it by. */
  keywords: string[];
}

export interface ViewProps<F extends Fields = Fields> {
  plugin: PluginInstance & { fields: F };
  /** Address of the page it stands on. */
  pageUrl: string;
  /** Its place among the page's plugins of the same ref, in reading order, from 0. */
  position: number;
}

export interface EditProps<F extends Fields = Fields> {
  fields: F;
  onChange: (fields: F) => void;
}

export interface InlineEditProps<F extends Fields = Fields> extends ViewProps<F> {
  /** Given the fields that changed, and those only: somebody else may be at work on the others. */
  onChange: (changed: Partial<F>) => void;
  /** Asked for when the editor should be left: Escape. */
  onLeave: () => void;
  /** Where the click was, in the canvas's client coordinates; the caret goes there. */
  caret?: { left: number; top: number };
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds every field shape, and props are contravariant
export type PluginView = ComponentType<ViewProps<any>>;
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

/** Fills what a manifest leaves out. The type keeps its fields: `FieldsOf<typeof manifest>` are the values of an instance. */
export function definePlugin<const M extends PartialManifest>(
  manifest: M,
): PluginManifest & { fields: M extends { fields: infer F } ? F : Record<never, FieldDefinition> } {
  const complete: PluginManifest = {
    tooltip: manifest.label,
    icon: 'puzzle',
    group: 'content',
    styleClass: manifest.ref.replaceAll('.', '-'),
    fields: {},
    isCacheable: true,
    isInteractive: false,
    schemaVersion: 1,
    keywords: [],
    ...manifest,
    modal: { width: 640, hasAdvanced: false, ...manifest.modal },
  };
  return complete as ReturnType<typeof definePlugin<M>>;
}

/** The fields a new instance starts with. */
export function defaultFields(manifest: PluginManifest): Fields {
  const fields: Fields = {};
  for (const [name, field] of Object.entries(manifest.fields)) {
    if (field.type === 'list') fields[name] = [];
    else if (field.default !== undefined) fields[name] = field.default;
  }
  return fields;
}
