import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { HeadingsFrom, SectionHeading } from '../headings.tsx';
import { levelBelow } from '../headings-above.ts';
import { isDrawn, Picture } from '../images/picture.tsx';
import { Was } from '../shop/was.tsx';
import type { CategoryData, ListedGroup } from './category-data.ts';
import { Filters } from './filters.tsx';
import { LinkNote } from './link-note.tsx';
import { type default as manifest, PRODUCT } from './manifest.ts';
import { isNarrowed, type Narrowing, narrowingOf, parametersOf } from './narrowing.ts';

export type CategoryFields = FieldsOf<typeof manifest>;

type View = ViewProps<CategoryFields, CategoryData>;

export default function Category(props: View): ReactNode {
  const { t } = useLingui();
  const { words, content } = useSpeech();
  const { fields, data, page, query, id } = props;
  if (!data) return null;
  const narrowing = narrowingOf(query);
  const { showFilters = true, columns = 3 } = fields;
  const hasFilters = showFilters && (data.total > 1 || isNarrowed(narrowing));
  return (
    <section
      className="pw-shop-list"
      id={id}
      aria-label={data.category ?? t`Products`}
      lang={data.category ? undefined : words.lang}
      style={{ '--columns': columns } as CSSProperties}
    >
      {props.isForEditor && !fields.productPage && <LinkNote pages={props.namingPages[PRODUCT] ?? []} />}
      {hasFilters && <Filters id={id} url={page.url} data={data} narrowing={narrowing} />}
      {data.groups.length > 0 ? (
        <HeadingsFrom level={levelBelow(props.headingAbove)}>
          <ul className="pw-shop-groups" lang={data.category ? undefined : content.lang}>
            {data.groups.map((group, index) => (
              <li key={group.id}>
                <Card group={group} view={props} currency={data.currency} isFirst={index === 0} />
              </li>
            ))}
          </ul>
        </HeadingsFrom>
      ) : (
        <Nothing id={id} url={page.url} data={data} narrowing={narrowing} />
      )}
      <Pages id={id} url={page.url} data={data} narrowing={narrowing} />
    </section>
  );
}

interface CardProps {
  group: ListedGroup;
  view: View;
  currency: string;
  isFirst: boolean;
}

function Card({ group, view, currency, isFirst }: CardProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { money } = useFormats();
  const { columns = 3 } = view.fields;
  // Of several the first: a visitor who finds a product has to come to it.
  const productPage = view.fields.productPage || view.namingPages[PRODUCT]?.[0];
  const least = money(group.least, currency);
  const image = group.images.find((each) => isDrawn(each, view));
  const part = { name: `shop-list ${columns}`, of: (width: number) => width / (width < 640 ? 2 : columns) };
  return (
    <article className="pw-shop-card">
      <div className={image ? 'pw-shop-picture' : 'pw-shop-picture pw-no-picture'}>
        {image && <Picture image={image} view={view} part={part} isFirst={isFirst} />}
      </div>
      {group.brand && <p className="pw-shop-brand">{group.brand}</p>}
      <SectionHeading className="pw-shop-name">
        {productPage ? <a href={addressOf(productPage, group)}>{group.name}</a> : group.name}
      </SectionHeading>
      <p className="pw-shop-price" {...words}>
        <span>{group.most > group.least ? t`From ${least}` : least}</span>{' '}
        {group.was !== null && <Was amount={money(group.was, currency)} />}
      </p>
      {!group.isThere && (
        <p className="pw-shop-out" {...words}>
          <Trans>Sold out</Trans>
        </p>
      )}
    </article>
  );
}

/** The page that shows a product by the address, with this one in it. */
function addressOf(page: string, { code, id }: ListedGroup): string {
  const named = new URLSearchParams({ product: code ?? id });
  return `${page}${page.includes('?') ? '&' : '?'}${named}`;
}

function Nothing({ data, ...list }: PagesProps): ReactNode {
  const { words } = useSpeech();
  return (
    <p {...words}>
      {data.total > 0 ? (
        // A shared address goes on to where products were once.
        <Trans>
          There are no more products. <a href={partAddress(list, 1)}>Show the first ones</a>
        </Trans>
      ) : isNarrowed(list.narrowing) ? (
        <Trans>
          No product matches all of these filters. <a href={`${list.url}#${list.id}`}>Show all products</a>
        </Trans>
      ) : (
        <Trans>There are no products here yet.</Trans>
      )}
    </p>
  );
}

/** The address of a part of the list, with what narrows it. */
const partAddress = ({ id, url, narrowing }: Omit<PagesProps, 'data'>, number: number): string =>
  `${url}?${parametersOf(narrowing, number)}#${id}`.replace('?#', '#');

interface PagesProps {
  id: string;
  url: string;
  data: CategoryData;
  narrowing: Narrowing;
}

function Pages({ data, ...list }: PagesProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { page, pageSize, total } = data;
  const last = Math.ceil(total / pageSize);
  const shown = t`${plural(total, { one: '# product', other: '# products' })}`;
  if (total === 0 || page > last) return null;
  return (
    <nav className="pw-shop-pages" aria-label={t`More products`} {...words}>
      {page > 1 && (
        <a href={partAddress(list, page - 1)} rel="prev">
          <Trans>Previous</Trans>
        </a>
      )}
      <span>{last > 1 ? t`${shown}, page ${page} of ${last}` : shown}</span>
      {page < last && (
        <a href={partAddress(list, page + 1)} rel="next">
          <Trans>Next</Trans>
        </a>
      )}
    </nav>
  );
}
