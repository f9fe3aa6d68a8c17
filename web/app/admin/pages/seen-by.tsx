/** Who sees a page: a field of its form, and a cell in the list. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { PageRecord } from '../../api/pages.ts';
import { CheckedWhoSees } from '../../visibility/checked-who-sees.tsx';
import { ScopePicker } from '../../visibility/scope-picker.tsx';
import { LockMark } from '../../visibility/who-sees.tsx';
import type { DrawnProps } from '../form-fields.ts';

const EVERYONE = { label: t`Everyone`, description: t`Including visitors who are not logged in.` };

export function SeenBy({ label, hint, value, error, onChange }: DrawnProps): ReactNode {
  return (
    <ScopePicker
      label={label}
      hint={error ?? hint}
      value={value ? String(value).split(' ') : []}
      empty={EVERYONE}
      onChange={(names) => onChange(names.join(' '))}
    />
  );
}

/** A page that all may see can still have parts that some see. */
export function SeenByCell({ page }: { page: PageRecord }): ReactNode {
  const names = page.config.scopeWhitelist ?? [];
  if (names.length > 0) return <CheckedWhoSees names={names} />;
  if (!page.hasScopeWhitelist) return t`Everyone`;
  return <LockMark title={t`Everyone sees the page, but not all of its parts`}>{t`some parts`}</LockMark>;
}
