/** Where a file is used. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FileUses, getUsesOptions, type Use } from '../../api/files.ts';
import { useHasScope } from '../../session/use-session.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './file-details.module.css';

const KINDS: Record<Use['kind'], string> = {
  page: t`Page`,
  layout: t`Layout`,
  block: t`Shared block`,
  template: t`Template`,
  linkedData: t`Linked data`,
  urlMap: t`Redirect`,
  product: t`Product`,
  emailTemplate: t`Email template`,
  tracker: t`Tracker`,
  config: t`Setting`,
  record: t`Record`,
};

/** What settings are called that show a file. */
const SETTINGS: Readonly<Record<string, string>> = {
  logo: t`Site logo`,
  darkLogo: t`Site logo on dark pages`,
  icon: t`Site icon`,
};

export const titleOf = ({ kind, title }: Pick<Use, 'kind' | 'title'>): string =>
  (kind === 'config' && SETTINGS[title]) || title;

/** Where it is changed, beside pages, which have addresses of their own. */
const SCREENS: Partial<Record<Use['kind'], (id: string, title: string) => string>> = {
  layout: (id) => `/cms-admin/layouts/${id}`,
  block: (id) => `/cms-admin/blocks/${id}`,
  linkedData: (id) => `/cms-admin/linked-data/${id}`,
  urlMap: (id) => `/cms-admin/url-maps/${id}`,
  product: (id) => `/cms-ecom/products/${id}`,
};

/** Screens of administrators. */
const ADMIN_SCREENS: typeof SCREENS = {
  template: (id) => `/cms-admin/templates/${id}`,
  emailTemplate: (id) => `/cms-admin/email-templates/${id}`,
  tracker: (id) => `/cms-admin/trackers/${id}`,
  // The settings that show a file.
  config: (_, setting) => `/cms-admin/site#${setting}`,
};

export function Uses({ id }: { id: string }): ReactNode {
  const { data, isError } = useQuery({ ...getUsesOptions(id), staleTime: 0 });
  const isAdmin = useHasScope('admin');
  const addressOf = ({ kind, id, title, address }: Use): string | undefined =>
    address ?? (SCREENS[kind] ?? (isAdmin ? ADMIN_SCREENS[kind] : undefined))?.(id, title);
  return (
    <section className={styles.uses}>
      <h3>{t`Used in`}</h3>
      {isError && !data && <NotLoaded>{t`The list of its uses could not be loaded.`}</NotLoaded>}
      {!data && !isError && <Skeleton width="60%" />}
      {data?.total === 0 && <p>{t`Nothing uses this file.`}</p>}
      {data && data.uses.length > 0 && (
        <ul>
          {data.uses.map((use) => (
            <li key={`${use.kind} ${use.id}`}>
              {addressOf(use) ? <a href={addressOf(use)}>{titleOf(use) || use.address}</a> : titleOf(use)}{' '}
              <span>{KINDS[use.kind]}</span>
            </li>
          ))}
        </ul>
      )}
      {data && unseen(data) > 0 && <p>{more(unseen(data))}</p>}
      {data && data.hidden > 0 && <p>{hidden(data.hidden)}</p>}
    </section>
  );
}

/** Those beyond the ones that are told one by one. */
const unseen = ({ total, uses, hidden }: FileUses) => total - uses.length - hidden;

const hidden = (count: number) =>
  t`${plural(count, { one: '# place that you cannot see', other: '# places that you cannot see' })}`;

const more = (count: number) => t`${plural(count, { one: 'and # more place', other: 'and # more places' })}`;
