import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Action } from '../../page/actions/types.ts';
import { isColour, isMediaAddress } from '../../page/field-rules.ts';
import { backgroundOf } from '../../page/node-fields.ts';
import type { Background, FieldLevel, NodeFields } from '../../page/types.ts';
import { CommittedInput } from './committed-input.tsx';
import styles from './settings.module.css';

interface BackgroundSettingsProps {
  nodeId: string;
  level: FieldLevel;
  fields: NodeFields;
  change: (action: Action) => void;
}

const HEX = /^#[0-9a-f]{6}$/i;

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
      <Colour
        label="Colour"
        value={current.backgroundColour ?? ''}
        onCommit={(backgroundColour) => set({ backgroundColour })}
      />
      <Colour
        label="Text colour"
        value={current.backgroundTextColour ?? ''}
        onCommit={(backgroundTextColour) => set({ backgroundTextColour })}
      />
      <CommittedInput
        label="Image address"
        value={current.backgroundImage ?? ''}
        faultOf={(value) =>
          value === '' || isMediaAddress(value)
            ? undefined
            : 'This must be a web address or a path on this site.'
        }
        onCommit={(backgroundImage) => set({ backgroundImage })}
      />
      {Object.keys(current).length > 0 && (
        <Button
          variant="subtle"
          onClick={() => change({ name: 'NODE_SET_BACKGROUND', nodeId, level, background: null })}
        >
          Remove background
        </Button>
      )}
    </>
  );
}

/** What the server keeps, as far as this browser can draw it: a made-up name has the form of a colour too. */
function isShown(colour: string): boolean {
  return isColour(colour) && CSS.supports('color', colour);
}

function Colour({
  label,
  value,
  onCommit,
}: {
  label: string;
  value: string;
  onCommit: (value: string) => void;
}): ReactNode {
  return (
    <CommittedInput
      label={label}
      value={value}
      placeholder="None"
      faultOf={(typed) => (typed === '' || isShown(typed) ? undefined : 'This is not a colour.')}
      onCommit={onCommit}
      rightSection={
        <input
          type="color"
          className={styles.swatch}
          aria-label={`${label}: choose`}
          value={HEX.test(value) ? value : '#ffffff'}
          data-empty={value === '' || undefined}
          onChange={(event) => onCommit(event.currentTarget.value)}
        />
      }
    />
  );
}
