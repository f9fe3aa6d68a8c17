/** What a page of one's choice would tell search engines of the text that is being written. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { getPageOptions, listPagesOptions } from '../../api/pages.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { filled, type PlaceholderValues } from '../../page/linked-data.ts';
import { placeholdersIn } from '../../page/linked-data-check.ts';
import type { Placeholder } from '../../page/linked-data-types.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { screenFormats } from '../../words/screen-formats.ts';
import { readObject } from './json-text.ts';
import styles from './linked-data.module.css';
import { warningsInText } from './members.ts';
import { pageFactsOptions } from './page-facts.ts';
import { PLACEHOLDER_WORDS } from './words.ts';

/** The home page comes first by address. */
const FIRST = { start: 0, limit: 1, sort: 'url' };

export function Preview({ text }: { text: string }): ReactNode {
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const first = useQuery({ ...listPagesOptions(FIRST), enabled: chosen === undefined });
  const pageId = chosen ?? first.data?.results[0]?.id;
  const { data: page, isError: isPageLost } = useQuery({
    ...getPageOptions(pageId ?? ''),
    enabled: Boolean(pageId),
  });
  const { data: values, isError } = useQuery(pageFactsOptions(page));
  // That the first page could not be found is no matter once another is chosen.
  const isLost = !values && (isError || isPageLost || (chosen === undefined && first.isError));
  const read = readObject(text);
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h2 id={id}>{t`Preview`}</h2>
      <FieldInput
        definition={{ type: 'page', label: t`Filled in by the page` }}
        value={pageId}
        onChange={(next) => setChosen(typeof next === 'string' ? next : '')}
      />
      <div aria-live="polite">
        {pageId && page?.isRedirected ? (
          <p>{t`This page redirects, so search engines do not see it.`}</p>
        ) : isLost ? (
          <NotLoaded>{t`This page could not be loaded.`}</NotLoaded>
        ) : !('object' in read) ? (
          <p>{t`Shown once the text is valid JSON.`}</p>
        ) : (
          pageId && values && <Filled item={read.object} values={values} text={text} />
        )}
      </div>
      <Warnings text={text} />
    </section>
  );
}

/** What search engines would miss, whatever the page: it can be saved as it is. */
function Warnings({ text }: { text: string }): ReactNode {
  const id = useId();
  const warnings = warningsInText(text);
  if (warnings.length === 0) return null;
  return (
    <div className={styles.warnings} role="note" aria-labelledby={id}>
      <h3 id={id}>
        <TriangleAlert size={15} aria-hidden /> {t`Worth completing`}
      </h3>
      <ul>
        {warnings.map(({ line, detail }) => (
          <li key={`${line} ${detail}`}>
            {t`Line ${line}:`} {detail}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Filled({
  item,
  values,
  text,
}: {
  item: object;
  values: PlaceholderValues;
  text: string;
}): ReactNode {
  const filledItem = filled(item, values);
  const empty = [...new Set(placeholdersIn(text))].filter((name) => !values[name as Placeholder]);
  const known = empty.filter((name): name is Placeholder => name in PLACEHOLDER_WORDS);
  const lacking = screenFormats().list(known.map((name) => PLACEHOLDER_WORDS[name]));
  return (
    <>
      {filledItem === undefined ? (
        <p>{t`Nothing: the page has none of the data that the placeholders need.`}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled is reached by the keyboard
        <section tabIndex={0} className={styles.told} aria-label={t`Data for search engines`}>
          <pre>{JSON.stringify(filledItem, null, 2)}</pre>
        </section>
      )}
      {known.length > 0 && <p>{t`Left out, because the page has none: ${lacking}.`}</p>}
    </>
  );
}
