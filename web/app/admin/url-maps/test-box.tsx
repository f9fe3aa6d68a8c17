import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { urlMapsGetTraceOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { UrlMapTrace } from '../../api/generated/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { pathIn } from './paths.ts';
import styles from './test-box.module.css';

/** Milliseconds of quiet before an address is looked up. */
const PAUSE = 250;

/** What is looked up of what was typed: of an address of the site itself, as browsers show it, its path. */
function pathOf(typed: string): string {
  const path = pathIn(typed, window.location.origin);
  return path.startsWith('/') ? path : `/${path}`;
}

/** What becomes of an address, as one types it. */
export function TestBox() {
  const [typed, setTyped] = useState('');
  const address = typed.trim();
  const [asked] = useDebouncedValue(address, PAUSE);
  const { data, isError } = useQuery({
    ...urlMapsGetTraceOptions({ query: { source: pathOf(asked) } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <div className={styles.box}>
      <FieldInput
        definition={{
          type: 'text',
          label: t`Test an address`,
          hint: t`See where visitors of an address end up.`,
          placeholder: '/',
          maxLength: 2000,
        }}
        value={typed}
        onChange={(value) => setTyped(String(value ?? ''))}
      />
      <output className={styles.outcome} aria-live="polite">
        {address !== '' &&
          (isError ? (
            <NotLoaded>{t`That cannot be looked up at the moment.`}</NotLoaded>
          ) : (
            data && <Outcome trace={data} />
          ))}
      </output>
    </div>
  );
}

function Outcome({ trace: { steps, outcome, pageTitle } }: { trace: UrlMapTrace }) {
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
        <End outcome={outcome} page={pageTitle ?? ''} />
      </p>
    </>
  );
}

function End({ outcome, page }: { outcome: UrlMapTrace['outcome']; page: string }) {
  switch (outcome) {
    case 'page':
      return (
        <Trans>
          Visitors see the page <strong>{page}</strong>.
        </Trans>
      );
    case 'restricted_page':
      return (
        <Trans>
          The page <strong>{page}</strong> is there, and only some visitors see it.
        </Trans>
      );
    case 'feed':
      return <Trans>Feed readers get the posts of the blog there.</Trans>;
    case 'system':
      return <Trans>No page can be there: this address is reserved by the system.</Trans>;
    case 'elsewhere':
      return <Trans>Visitors leave the site.</Trans>;
    case 'removed':
      return <Trans>Visitors see that the page has been removed.</Trans>;
    default:
      return <Trans>Visitors see “page not found” (404).</Trans>;
  }
}
