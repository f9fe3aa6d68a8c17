import { t } from '@lingui/core/macro';
import { ExternalLink } from 'lucide-react';
import { pluginsListPlacesOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { PluginPlaceOut } from '../../api/generated/index.ts';
import { pagesKey } from '../../api/pages.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { Badge } from '../../ui/badge.tsx';
import { defineResource } from '../define-resource.ts';
import { wordsFilter } from '../filters.ts';
import entry from './entry.ts';
import styles from './finder.module.css';
import { Overview } from './overview.tsx';
import { hasFields, labelOf, useFieldOptions, usePluginOptions } from './plugins.ts';

type Via = PluginPlaceOut['via'];

const VIA: Record<Via, string> = {
  page: t`The page itself`,
  layout: t`Its layout`,
  branch: t`A shared block`,
  none: t`Nowhere (unused)`,
};

/** What holds a plugin, by name where it has one. */
function holder({ via, layout, branch }: PluginPlaceOut): string {
  if (layout) return t`Layout: ${layout.name}`;
  if (branch) return t`Shared block: ${branch.name}`;
  return VIA[via];
}

/** The page's address with the plugin in it: the editor opens there. */
const inEditor = ({ page, pluginId }: PluginPlaceOut) => `${encodeURI(page?.url ?? '/')}#plugin=${pluginId}`;

/** What stands in the field that was asked for, without its markup; else what visitors read of the plugin. */
function contentOf({ value, words }: PluginPlaceOut): string {
  if (value === null) return words;
  const { body } = new DOMParser().parseFromString(value.replaceAll('<', ' <'), 'text/html');
  return body.textContent.replace(/\s+/g, ' ').trim();
}

export default defineResource<PluginPlaceOut>({
  ...entry,
  columns: [
    {
      key: 'title',
      header: t`Page`,
      isSortable: true,
      cell: (place) => (place.page ? <a href={inEditor(place)}>{place.page.title}</a> : '–'),
      text: ({ page }) => page?.title ?? '',
    },
    { key: 'url', header: t`Address`, isSortable: true, cell: ({ page }) => page?.url ?? '–' },
    {
      key: 'ref',
      header: t`Plugin`,
      isSortable: true,
      cell: ({ ref }) => (
        <>
          {labelOf(ref)} {!manifests.has(ref) && <Badge>{t`Not installed`}</Badge>}
        </>
      ),
      text: ({ ref }) => ref,
    },
    { key: 'via', header: t`Place`, cell: holder, text: holder },
    {
      key: 'value',
      header: t`Content`,
      width: '32%',
      cell: (place) => <span className={styles.value}>{contentOf(place) || '–'}</span>,
      text: contentOf,
    },
  ],
  defaultSort: 'url',
  idOf: ({ pluginId, page, via }) => `${pluginId} ${page?.id ?? ''} ${via}`,
  nameOf: ({ page, ref }) => page?.title ?? labelOf(ref),
  filters: [
    { kind: 'select', name: 'plugin', label: t`Plugin`, any: t`Any plugin`, useOptions: usePluginOptions },
    {
      kind: 'select',
      name: 'field',
      label: t`Field`,
      any: t`Any field`,
      useOptions: useFieldOptions,
      isShown: hasFields,
    },
    {
      kind: 'text',
      name: 'value',
      label: t`Value contains`,
      isShown: (values) => hasFields(values) && values.field !== undefined,
    },
    wordsFilter('via', t`Place`, t`Any place`, VIA),
  ],
  list: (params, { plugin, field, value, via }) =>
    pluginsListPlacesOptions({
      query: {
        ...params,
        ref: plugin ? [plugin] : undefined,
        field: plugin ? field : undefined,
        value: field ? value : undefined,
        via: via ? [via as Via] : undefined,
      },
    }),
  searchLabel: t`Search titles and addresses`,
  nothing: { title: t`No plugins yet`, detail: t`Put plugins on pages in the editor, and find them here.` },
  rowActions: (place) =>
    place.page ? [{ label: t`Open in the editor`, icon: ExternalLink, href: inEditor(place) }] : [],
  Head: Overview,
  invalidates: [pagesKey],
});
