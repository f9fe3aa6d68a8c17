import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { CategoryData } from './category-data.ts';
import { canBeSaid, isNarrowed, type Narrowing, parametersOf, withBrand, withOption } from './narrowing.ts';

interface FiltersProps {
  id: string;
  url: string;
  data: CategoryData;
  narrowing: Narrowing;
}

/** Links, each to the list as it would be: they work without a script, can be shared, and are followed in place with one. */
export function Filters({ id, url, data, narrowing }: FiltersProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const to = (other: Narrowing) =>
    canBeSaid(other) ? `${url}?${parametersOf(other)}#${id}`.replace('?#', '#') : undefined;
  // Of what is chosen the only one stays, too: nobody could undo it otherwise.
  const least = (chosen: readonly string[] = []) => (chosen.length > 0 ? 1 : 2);
  const orders = [
    ['featured', t`Recommended`],
    ['name', t`Name`],
    ['cheapest', t`Price, lowest first`],
    ['dearest', t`Price, highest first`],
    ['newest', t`Newest`],
  ] as const;
  return (
    <details className="pw-shop-filters" open={isNarrowed(narrowing) || undefined} {...words}>
      <summary>
        <Trans>Filter and sort</Trans>
      </summary>
      <div>
        <Facet title={t`Sort by`}>
          {orders.map(([sort, label]) => (
            <Choice key={sort} to={to({ ...narrowing, sort })} isOn={narrowing.sort === sort} label={label} />
          ))}
        </Facet>
        {data.brands.length >= least(narrowing.brands) && (
          <Facet title={t`Brand`}>
            {data.brands.map(({ id: brand, name, count }) => (
              <Choice
                key={brand}
                to={to(withBrand(narrowing, brand))}
                isOn={narrowing.brands.includes(brand)}
                label={name}
                count={count}
              />
            ))}
          </Facet>
        )}
        {data.options
          .filter(({ name, values }) => values.length >= least(narrowing.options[name]))
          .map(({ name, values }) => (
            <Facet key={name} title={name}>
              {values.map(({ value, count }) => (
                <Choice
                  key={value}
                  to={to(withOption(narrowing, name, value))}
                  isOn={narrowing.options[name]?.includes(value) ?? false}
                  label={value}
                  count={count}
                />
              ))}
            </Facet>
          ))}
        <Facet title={t`Availability`}>
          <Choice
            to={to({ ...narrowing, onlyInStock: !narrowing.onlyInStock })}
            isOn={narrowing.onlyInStock}
            label={t`In stock`}
            count={data.inStock}
          />
        </Facet>
        <Prices id={id} url={url} data={data} narrowing={narrowing} />
        {isNarrowed(narrowing) && (
          <p>
            <a href={`${url}#${id}`}>
              <Trans>Show all products</Trans>
            </a>
          </p>
        )}
      </div>
    </details>
  );
}

function Facet({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: what it groups are links, not fields
    <div role="group" aria-label={title}>
      <p className="pw-shop-facet" aria-hidden="true">
        {title}
      </p>
      <ul>{children}</ul>
    </div>
  );
}

function Choice({
  to,
  isOn,
  label,
  count,
}: {
  /** Undefined where so much is chosen that no more can be. */
  to: string | undefined;
  isOn: boolean;
  label: string;
  count?: number;
}): ReactNode {
  return (
    <li>
      <a href={to} aria-current={isOn || undefined} aria-disabled={!to || undefined} rel="nofollow">
        {label} {count !== undefined && <small>{count}</small>}
      </a>
    </li>
  );
}

function Prices({ id, url, data, narrowing }: FiltersProps): ReactNode {
  const { t } = useLingui();
  const [least, most] = data.prices;
  // What is chosen stays, too: nobody could undo it otherwise.
  const isChosen = narrowing.least !== undefined || narrowing.most !== undefined;
  if (!isChosen && (least === null || least === most)) return null;
  const others = parametersOf({ ...narrowing, least: undefined, most: undefined });
  const title = t`Price in ${data.currency}`;
  const inputs = [
    ['shop-least', t`From`, narrowing.least],
    ['shop-most', t`To`, narrowing.most],
  ] as const;
  return (
    <form action={`${url}#${id}`} className="pw-shop-prices" aria-label={title}>
      <p className="pw-shop-facet" aria-hidden="true">
        {title}
      </p>
      {[...others].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {inputs.map(([name, label, value]) => (
        <label key={name}>
          <span>{label}</span>
          <input type="number" min={0} step="any" inputMode="decimal" name={name} defaultValue={value} />
        </label>
      ))}
      <button type="submit">{t`Apply`}</button>
    </form>
  );
}
