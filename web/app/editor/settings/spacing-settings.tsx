/** Inner spacing, widths and gap of a row; the inner spacing of a column. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { FieldInput } from '../../fields/inputs.tsx';
import type { Action } from '../../page/actions/types.ts';
import { isRowWidth, isSpaceStep } from '../../page/field-rules.ts';
import { resolveFields, spacingOf } from '../../page/node-fields.ts';
import type { FieldLevel, NodeFields, Page, SpaceStep, Spacing } from '../../page/types.ts';
import { isColoured } from '../../page-view/node-colours.ts';
import { canBeWide, SPACING_ON_COLOUR } from '../../page-view/spacing.ts';
import { inSentence } from '../../words/in-sentence.ts';
import { isRow, type Place } from '../places/places.ts';

interface SpacingSettingsProps {
  page: Page;
  place: Place;
  level: FieldLevel;
  fields: NodeFields;
  change: (action: Action) => void;
}

type Option = { value: string; label: string };

const STEPS: Option[] = [
  { value: 'none', label: t`None` },
  { value: 'small', label: t`Small` },
  { value: 'medium', label: t`Medium` },
  { value: 'large', label: t`Large` },
];
const WIDTHS: Option[] = [
  { value: 'text', label: t`As wide as text` },
  { value: 'wide', label: t`Wide` },
  { value: 'full', label: t`Full width` },
];

export function SpacingSettings({ page, place, level, fields, change }: SpacingSettingsProps): ReactNode {
  const { id } = place.node;
  const shown = resolveFields(page.nodeFields[id]);
  const current: Spacing = spacingOf(fields) ?? {};
  // What holds where nothing is chosen here: it may be set for the other level.
  const elsewhere: Spacing = spacingOf(page.nodeFields[id]?.[level === 'site' ? 'page' : 'site']) ?? {};
  const set = (part: Spacing) => {
    const entries = Object.entries({ ...current, ...part }).filter(([, value]) => value !== undefined);
    const spacing: Spacing | null = entries.length ? Object.fromEntries(entries) : null;
    change({ name: 'NODE_SET_SPACING', nodeId: id, level, spacing });
  };
  const step = (label: string, key: 'innerSpacing' | 'gap', standard: SpaceStep) => (
    <FieldInput
      definition={{
        type: 'choice',
        label,
        options: [byDefault(STEPS, elsewhere[key] ?? standard), ...STEPS],
      }}
      value={current[key] ?? ''}
      onChange={(value) => set({ [key]: isSpaceStep(String(value)) ? value : undefined })}
    />
  );
  const width = (label: string, key: 'width' | 'contentWidth') => (
    <FieldInput
      definition={{
        type: 'choice',
        label,
        options: [byDefault(WIDTHS, elsewhere[key] ?? 'text'), ...WIDTHS],
      }}
      value={current[key] ?? ''}
      onChange={(value) => set({ [key]: isRowWidth(String(value)) ? value : undefined })}
    />
  );
  const isWide = shown.width === 'wide' || shown.width === 'full';
  return (
    <>
      {step(t`Inner spacing`, 'innerSpacing', isColoured(shown) ? SPACING_ON_COLOUR : 'none')}
      {isRow(place) && canBeWide(page, id) && width(t`Width`, 'width')}
      {isRow(place) && isWide && width(t`Width of the content`, 'contentWidth')}
      {isRow(place) && place.children.length > 1 && step(t`Space between columns`, 'gap', 'medium')}
    </>
  );
}

function byDefault(options: readonly Option[], standard: string): Option {
  const label = options.find(({ value }) => value === standard)?.label ?? standard;
  return { value: '', label: t`Default (${inSentence(label)})` };
}
