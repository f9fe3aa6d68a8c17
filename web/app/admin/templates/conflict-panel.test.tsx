import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { TemplateRecord } from '../../api/templates.ts';
import { renderPiece } from '../../testing/screen.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { sourcesOf } from './sources.ts';
import type { TemplateDraft } from './use-template-draft.ts';

// Its code is of a release that is gone, as for an editor who began to write before the site was updated.
vi.mock('./comparison.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('leaves both ways on where the comparison cannot be loaded', async () => {
  const sources = {
    sharedSCSS: '',
    inlineSCSS: '',
    inlineCSS: '',
    externalSCSS: '',
    externalCSS: '',
    js: '',
  };
  const base = { id: '7', version: 2, ...sources, fonts: [] } as unknown as TemplateRecord;
  const theirs = { ...base, version: 3, sharedSCSS: '$b: 1;' };
  const keepMine = vi.fn(async () => undefined);
  const draft = { base, theirs, sources: sourcesOf(base), changed: [], isSaving: false, keepMine };
  const { user } = renderPiece(
    <>
      <label>
        Shared SCSS <textarea defaultValue="$mine: 1;" />
      </label>
      <ConflictPanel draft={draft as unknown as TemplateDraft} />
    </>,
  );
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Shared SCSS').value).toBe('$mine: 1;');
  await user.click(screen.getByRole('button', { name: 'Save both' }));
  expect(keepMine).toHaveBeenCalledOnce();
});
