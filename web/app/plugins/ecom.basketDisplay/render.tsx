import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { pluralForms } from '#words/plural-forms.ts';
import { useSpeech } from '#words/react.tsx';
import { sayCount } from '#words/say-count.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

export type BasketDisplayFields = FieldsOf<typeof manifest>;

/** The count is the browser's alone: script.ts writes it into the places that are kept for it. */
export default function BasketDisplay({ fields, isForEditor }: ViewProps<BasketDisplayFields>): ReactNode {
  const { t, i18n } = useLingui();
  const { words } = useSpeech();
  const { basketPage, label, hideEmpty = false } = fields;
  // For who does not see that the number beside the word is a count.
  const forms = pluralForms(i18n.locale, (count) => t`${plural(count, { one: '# item', other: '# items' })}`);
  const inside = (
    <>
      <span>{label || t`Basket`}</span>{' '}
      <span className="pw-basket-count" data-count="0" aria-hidden="true">
        0
      </span>
      <span
        className="pw-unseen"
        aria-live="polite"
        data-forms={JSON.stringify(forms)}
        data-locale={i18n.locale}
        {...words}
      >
        {sayCount(i18n.locale, forms, 0)}
      </span>
    </>
  );
  const attributes = {
    className: 'pw-basket-display',
    'data-hides': (hideEmpty && !isForEditor) || undefined,
    ...(label ? {} : words),
  };
  return basketPage ? (
    <a {...attributes} href={basketPage}>
      {inside}
    </a>
  ) : (
    <span {...attributes}>{inside}</span>
  );
}
