import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { useNavName } from '../nav-name.tsx';
import type manifest from './manifest.ts';

export type RelativeNavigationFields = FieldsOf<typeof manifest>;

interface PageLink {
  url: string;
  label: string;
}

/** The pages around a page that the visitor may see; it is among its siblings itself. */
export interface RelativeNavigationData {
  parent: PageLink | null;
  siblings: PageLink[];
  children: PageLink[];
  previous: PageLink | null;
  next: PageLink | null;
}

export default function RelativeNavigation({
  fields,
  data,
  page,
}: ViewProps<RelativeNavigationFields, RelativeNavigationData>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { label, showLabel = false, showParent = true } = fields;
  const { nav, heading, inside } = useNavName(label, t`In this section`, showLabel);
  const { showSiblings = true, showChildren = true, showNeighbours = false } = fields;
  const parent = showParent ? data?.parent : null;
  const children = (showChildren && data?.children) || [];
  const pages = (showSiblings && data?.siblings) || [];
  const previous = showNeighbours ? data?.previous : null;
  const next = showNeighbours ? data?.next : null;
  const isAlone = pages.every(({ url }) => url === page.url) && children.length === 0;
  if (isAlone && !parent && !previous && !next) return null;
  const hasSelf = pages.some(({ url }) => url === page.url);
  return (
    <nav className="pw-relative-navigation" {...nav}>
      {heading}
      {parent && (
        <a className="pw-parent" href={parent.url} {...inside}>
          {parent.label}
        </a>
      )}
      {!isAlone && (
        <ul {...inside}>
          {pages.map(({ url, label }) => (
            <li key={url}>
              <a href={url} aria-current={url === page.url ? 'page' : undefined}>
                {label}
              </a>
              {url === page.url && <Children pages={children} />}
            </li>
          ))}
          {!hasSelf && children.map((child) => <Child key={child.url} {...child} />)}
        </ul>
      )}
      {(previous || next) && (
        <div className="pw-neighbours" {...inside}>
          {previous && (
            <a href={previous.url} rel="prev">
              <small {...words}>
                <Trans>Previous</Trans>
              </small>
              {previous.label}
            </a>
          )}
          {next && (
            <a href={next.url} rel="next">
              <small {...words}>
                <Trans>Next</Trans>
              </small>
              {next.label}
            </a>
          )}
        </div>
      )}
    </nav>
  );
}

function Children({ pages }: { pages: PageLink[] }): ReactNode {
  if (pages.length === 0) return null;
  return (
    <ul>
      {pages.map((page) => (
        <Child key={page.url} {...page} />
      ))}
    </ul>
  );
}

function Child({ url, label }: PageLink): ReactNode {
  return (
    <li>
      <a href={url}>{label}</a>
    </li>
  );
}
