import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CommittedField } from '../../fields/committed-field.tsx';
import type { Action } from '../../page/actions/types.ts';
import { isMediaAddress } from '../../page/field-rules.ts';
import { backgroundOf } from '../../page/node-fields.ts';
import type { Background, FieldLevel, NodeFields } from '../../page/types.ts';

interface BackgroundSettingsProps {
  nodeId: string;
  level: FieldLevel;
  fields: NodeFields;
  change: (action: Action) => void;
}

/** The background's colour, text colour and image. The action replaces all of a background, so the rest goes along. */
export function BackgroundSettings({ nodeId, level, fields, change }: BackgroundSettingsProps): ReactNode {
  const current = backgroundOf(fields) ?? {};
  const set = (part: Background) => {
    const background = Object.fromEntries(
      Object.entries({ ...current, ...part }).filter(([, value]) => value !== ''),
    );
    const isEmpty = Object.keys(background).length === 0;
    change({ name: 'NODE_SET_BACKGROUND', nodeId, level, background: isEmpty ? null : background });
  };
  return (
    <>
      <CommittedField
        definition={{ type: 'colour', label: t`Colour` }}
        value={current.backgroundColour ?? ''}
        faultOf={faultOfColour}
        onCommit={(colour) => set({ backgroundColour: String(colour) })}
      />
      <CommittedField
        definition={{ type: 'colour', label: t`Text colour` }}
        value={current.backgroundTextColour ?? ''}
        faultOf={faultOfColour}
        onCommit={(colour) => set({ backgroundTextColour: String(colour) })}
      />
      <CommittedField
        definition={{ type: 'text', label: t`Image address` }}
        value={current.backgroundImage ?? ''}
        faultOf={(value) =>
          value === '' || isMediaAddress(String(value))
            ? undefined
            : t`This must be a web address or a path on this site.`
        }
        onCommit={(image) => set({ backgroundImage: String(image) })}
      />
      {Object.keys(current).length > 0 && (
        <Button
          variant="subtle"
          onClick={() => change({ name: 'NODE_SET_BACKGROUND', nodeId, level, background: null })}
        >
          {t`Remove background`}
        </Button>
      )}
    </>
  );
}

/** What the server keeps, as far as this browser can draw it: a made-up name has the form of a colour too. */
function faultOfColour(value: unknown): string | undefined {
  return value === '' || CSS.supports('color', String(value)) ? undefined : t`This is not a colour.`;
}
