import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { CommittedField } from '../../fields/committed-field.tsx';
import { pickFile } from '../../media/picker/pick-files.ts';
import { useMayUseLibrary } from '../../media/use-may-use-library.ts';
import type { Action } from '../../page/actions/types.ts';
import { isMediaAddress } from '../../page/field-rules.ts';
import { backgroundOf, resolveFields, spacingOf } from '../../page/node-fields.ts';
import { findNode, isRow } from '../../page/tree.ts';
import type { Background, FieldLevel, NodeFields, Page } from '../../page/types.ts';
import { READABLE } from '../../page-view/contrast.ts';
import { contrastOn, isColoured } from '../../page-view/node-colours.ts';
import { canBeWide } from '../../page-view/spacing.ts';
import { Notice } from '../../ui/notice.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { useEditorState } from '../context.tsx';

const TEXT_COLOUR = {
  type: 'colour',
  label: t`Text colour`,
  hint: t`Leave it empty for one that is readable on the background.`,
} as const;

interface BackgroundSettingsProps {
  page: Page;
  nodeId: string;
  level: FieldLevel;
  fields: NodeFields;
  change: (...actions: Action[]) => void;
}

/** The background's colour, text colour and image. The action replaces all of a background, so the rest goes along. */
export function BackgroundSettings({
  page,
  nodeId,
  level,
  fields,
  change,
}: BackgroundSettingsProps): ReactNode {
  const current = backgroundOf(fields) ?? {};
  const set = (part: Background) => {
    const background = Object.fromEntries(
      Object.entries({ ...current, ...part }).filter(([, value]) => value !== ''),
    );
    const isEmpty = Object.keys(background).length === 0;
    change(
      { name: 'NODE_SET_BACKGROUND', nodeId, level, background: isEmpty ? null : background },
      ...toTheEdges(page, nodeId, level, background),
    );
  };
  const mayUseLibrary = useMayUseLibrary();
  // The rest of the background may be another by then.
  const latest = useLatest(set);
  const pick = async () => {
    const file = await pickFile({ types: ['image'] });
    if (file) latest.current({ backgroundImage: file.path.uri });
  };
  const followsDarkMode = useEditorState((state) => state.base?.site.followsDarkMode ?? true);
  const contrast = contrastOn(page, nodeId, current, followsDarkMode);
  return (
    <>
      <CommittedField
        definition={{ type: 'colour', label: t`Colour` }}
        value={current.backgroundColour ?? ''}
        faultOf={faultOfColour}
        onCommit={(colour) => set({ backgroundColour: String(colour) })}
      />
      <CommittedField
        definition={TEXT_COLOUR}
        value={current.backgroundTextColour ?? ''}
        faultOf={faultOfColour}
        onCommit={(colour) => set({ backgroundTextColour: String(colour) })}
      />
      {contrast !== undefined && contrast < READABLE && (
        <div role="status">
          <Notice tone="warning">
            <Trans>
              This text is hard to read on this colour: its contrast is {inWords(contrast)} to 1 and should be
              at least {READABLE} to 1. Clear the text colour to use a readable one.
            </Trans>
          </Notice>
        </div>
      )}
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
      {mayUseLibrary && (
        <Button leftSection={<FolderOpen size={15} aria-hidden />} onClick={() => void pick()}>
          {t`Choose an image`}
        </Button>
      )}
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

/** Rounded down, so that what is too little is not said to be enough. */
function inWords(contrast: number): string {
  return String(Math.floor(contrast * 10) / 10);
}

/** A row that gets its first background reaches the edges of the window, unless a width was chosen for it before. */
function toTheEdges(page: Page, nodeId: string, level: FieldLevel, background: Background): Action[] {
  const levels = page.nodeFields[nodeId];
  const before = resolveFields(levels);
  const node = findNode(page, nodeId);
  if (!node || !isRow(node) || before.width || isColoured(before) || !isColoured(background)) return [];
  if (!canBeWide(page, nodeId)) return [];
  const spacing = { ...spacingOf(levels?.[level]), width: 'full' as const };
  return [{ name: 'NODE_SET_SPACING', nodeId, level, spacing }];
}
