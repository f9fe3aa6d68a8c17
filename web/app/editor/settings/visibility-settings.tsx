/** Who sees a node: everyone, or holders of any of the chosen scopes. Both levels must let somebody through. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Action } from '../../page/actions/types.ts';
import type { FieldLevel, PageState } from '../../page/types.ts';
import { Hint } from '../../ui/hint.tsx';
import { inWords } from '../../visibility/names.ts';
import { ScopePicker } from '../../visibility/scope-picker.tsx';
import { inSentence } from '../../words/in-sentence.ts';
import { useEditorState } from '../context.tsx';
import { nameOf, sharedNotice } from '../places/names.ts';
import type { Place } from '../places/places.ts';
import { restrictionAround, whitelistOf } from '../places/restrictions.ts';

interface VisibilitySettingsProps {
  page: PageState;
  place: Place;
  level: FieldLevel;
  change: (action: Action) => void;
}

const LEVELS: Record<FieldLevel, string> = {
  site: t`Who sees this everywhere`,
  page: t`Who sees this on this page`,
};
const EVERYONE = { label: t`Everyone`, description: t`Including visitors who are not logged in.` };

export function VisibilitySettings({ page, place, level, change }: VisibilitySettingsProps): ReactNode {
  const hasCRM = useEditorState((state) => state.base?.site.hasCRM ?? false);
  const isShared = sharedNotice(place) !== undefined;
  const other: FieldLevel = level === 'site' ? 'page' : 'site';
  const elsewhere = whitelistOf(page.page, place, other);
  const around = restrictionAround(page.page, place);
  const picker = (at: FieldLevel, hint?: string) => (
    <ScopePicker
      key={`${place.node.id} ${at}`}
      label={isShared || elsewhere.length > 0 ? LEVELS[at] : t`Who sees this`}
      hint={hint}
      value={whitelistOf(page.page, place, at)}
      empty={EVERYONE}
      onChange={(scopeWhitelist) =>
        change({ name: 'NODE_SET_SCOPE_WHITELIST', nodeId: place.node.id, level: at, scopeWhitelist })
      }
    />
  );
  return (
    <>
      <h3>{t`Visibility`}</h3>
      {picker(level, t`Editors and administrators always see it.`)}
      {elsewhere.length > 0 && picker(other, t`People need to meet both.`)}
      {around && (
        <Hint>
          <Trans>
            It is in a {inSentence(nameOf(page, around.place))} that is shown only to{' '}
            {inWords(around.names, hasCRM)}.
          </Trans>
        </Hint>
      )}
    </>
  );
}
