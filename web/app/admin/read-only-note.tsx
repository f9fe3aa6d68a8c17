import { t } from '@lingui/core/macro';
import { Lock } from 'lucide-react';
import { Notice } from '../ui/notice.tsx';
import type { Place } from './define-entry.ts';

/** Says to whom may look at records and not change them why there is no way to save. */
export function ReadOnlyNote({ place }: { place: Pick<Place, 'writeScopes'> }) {
  const scopes = (place.writeScopes ?? []).join(', ');
  return (
    <Notice icon={Lock}>{t`You can view this, but not change it: that takes the scope ${scopes}.`}</Notice>
  );
}
