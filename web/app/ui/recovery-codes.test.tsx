import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { renderPiece } from '../testing/screen.tsx';
import { Dialog } from './dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

it('begins, in a dialog, with keeping the codes and not with closing it', async () => {
  const writeText = vi.fn(async () => undefined);
  const { user } = renderPiece(
    <Dialog opened onClose={vi.fn()} title="Keep these">
      <RecoveryCodes codes={['aaaaa-bbbbb', 'ccccc-ddddd']} />
    </Dialog>,
  );
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'));
  await user.keyboard('{Enter}');
  await screen.findByText('Copied');
  expect(writeText).toHaveBeenCalledWith('aaaaa-bbbbb\nccccc-ddddd');
  expect(await accessibilityFaults()).toEqual([]);
});
