import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { urlMapsGetTraceOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { UrlMapTrace } from '../../api/generated/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import styles from './test-box.module.css';

/** Milliseconds of quiet before an address is looked up. */
const PAUSE = 250;

/** What becomes of an address, as one types it. */
export function TestBox() {
  const [typed, setTyped] = useState('');
  const address = typed.trim();
  const [asked] = useDebouncedValue(address, PAUSE);
  const { data, isError } = useQuery({
    ...urlMapsGetTraceOptions({ query: { source: asked.startsWith('/') ? asked : `/${asked}` } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <div className={styles.box}>
      <FieldInput
        definition={{
          type: 'text',
          label: t`Try an address`,
          hint: t`See where visitors of an address end up.`,
          placeholder: '/',
          maxLength: 2000,
        }}
        value={typed}
        onChange={(value) => setTyped(String(value ?? ''))}
      />
      <output className={styles.outcome} aria-live="polite">
        {address !== '' &&
          (isError ? t`That cannot be looked up at the moment.` : data && <Outcome trace={data} />)}
      </output>
    </div>
  );
}

function Outcome({ trace }: { trace: UrlMapTrace }) {
  const { match, steps, pageTitle } = trace;
  const end = steps.at(-1)?.destination;
  return (
    <>
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map(({ id, source, destination, responseCode }) => (
            <li key={id}>
              <code>{source}</code> → <code>{destination ?? t`gone`}</code> ({responseCode})
            </li>
          ))}
        </ol>
      )}
      <p>
        {match?.responseCode === 410 ? (
          <Trans>Visitors see that the page has been removed.</Trans>
        ) : pageTitle ? (
          <Trans>
            Visitors see the page <strong>{pageTitle}</strong>.
          </Trans>
        ) : end && /^https?:/i.test(end) ? (
          <Trans>Visitors leave the site.</Trans>
        ) : (
          <Trans>Visitors see “page not found” (404).</Trans>
        )}
      </p>
    </>
  );
}
