import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCountries } from '../../api/countries.ts';
import { taxRatesGetApplyingOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { ClassRates } from '../../api/generated/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { percentFrom } from './percent.ts';
import styles from './tax-rates.module.css';

/** Milliseconds of quiet before an address is looked up. */
const PAUSE = 250;

/** What goods are taxed by that go to an address, as one types it. */
export function TryAddress() {
  const countries = useCountries();
  const [address, setAddress] = useState({ country: '', county: '', postcode: '' });
  const [asked] = useDebouncedValue(address, PAUSE);
  const { data, isError } = useQuery({
    ...taxRatesGetApplyingOptions({ query: asked }),
    enabled: asked.country !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const set = (name: keyof typeof address) => (value: unknown) =>
    setAddress((before) => ({ ...before, [name]: String(value ?? '') }));
  return (
    <section className={styles.box} aria-label={t`Test an address`}>
      <div className={styles.fields}>
        <FieldInput
          definition={{
            type: 'choice',
            label: t`Test an address: country`,
            options: [{ value: '', label: t`Choose a country` }, ...countries],
          }}
          value={address.country}
          onChange={set('country')}
        />
        <FieldInput
          definition={{ type: 'text', label: t`County or state`, maxLength: 100 }}
          value={address.county}
          onChange={set('county')}
        />
        <FieldInput
          definition={{ type: 'text', label: t`Postcode`, maxLength: 20 }}
          value={address.postcode}
          onChange={set('postcode')}
        />
      </div>
      <output className={styles.outcome} aria-live="polite">
        {address.country !== '' &&
          (isError ? (
            <NotLoaded>{t`That cannot be looked up at the moment.`}</NotLoaded>
          ) : (
            data && <Outcome classes={data} />
          ))}
      </output>
    </section>
  );
}

function Outcome({ classes }: { classes: ClassRates[] }) {
  if (classes.length === 0) return <Trans>Nothing is taxed there.</Trans>;
  return (
    <dl className={styles.classes}>
      {classes.map(({ taxClass, totalMillionths, rates }) => (
        <div key={taxClass}>
          <dt>{taxClass}</dt>
          <dd>
            <strong>{percentFrom(totalMillionths)} %</strong>{' '}
            <span>
              {rates
                .map(({ name, rateMillionths }) => `${name} ${percentFrom(rateMillionths)} %`)
                .join(' + ')}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
