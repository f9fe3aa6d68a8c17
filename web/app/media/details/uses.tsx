/** Where a file is used. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getUsesOptions, type Use } from '../../api/files.ts';
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

const addressOf = ({ kind, id, address }: Use): string | undefined =>
  kind === 'product' ? `/cms-ecom/products/${id}` : (address ?? undefined);

export function Uses({ id }: { id: string }): ReactNode {
  const { data, isError } = useQuery({ ...getUsesOptions(id), staleTime: 0 });
  return (
    <section className={styles.uses}>
      <h3>{t`Used in`}</h3>
      {isError && <p>{t`Where it is used could not be read.`}</p>}
      {!data && !isError && <Skeleton width="60%" />}
      {data?.total === 0 && <p>{t`Nothing uses this file.`}</p>}
      {data && data.uses.length > 0 && (
        <ul>
          {data.uses.map((use) => (
            <li key={`${use.kind} ${use.id}`}>
              {addressOf(use) ? <a href={addressOf(use)}>{use.title || use.address}</a> : titleOf(use)}{' '}
              <span>{KINDS[use.kind]}</span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.uses.length && <p>{more(data.total - data.uses.length)}</p>}
    </section>
  );
}

const more = (count: number) => t`${plural(count, { one: 'and # more place', other: 'and # more places' })}`;
