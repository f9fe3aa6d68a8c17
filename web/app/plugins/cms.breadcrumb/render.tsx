import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { useNavName } from '../nav-name.tsx';
import { type BreadcrumbData, crumbsOf } from './crumbs.ts';
import type manifest from './manifest.ts';

export type BreadcrumbFields = FieldsOf<typeof manifest>;

export default function Breadcrumb({
  fields,
  data,
  page,
}: ViewProps<BreadcrumbFields, BreadcrumbData>): ReactNode {
  const { t } = useLingui();
  const { showCurrent = true, separator = 'chevron' } = fields;
  const { nav, inside } = useNavName(undefined, t`Breadcrumb`);
  const crumbs = crumbsOf(fields, data, page);
  const shown = crumbs.filter(({ url }) => showCurrent || url !== page.url || crumbs.length === 1);
  return (
    <nav className="pw-breadcrumb" data-separator={separator} {...nav}>
      <ol {...inside}>
        {shown.map(({ url, label }) => (
          <li key={url}>
            {url === page.url ? <span aria-current="page">{label}</span> : <a href={url}>{label}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
