import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { renderPiece } from '../testing/screen.tsx';
import { confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';

function Stacked({ persistent }: { persistent?: boolean }) {
  const [open, setOpen] = useState(0);
  return (
    <main>
      <h1>Screen</h1>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
      <Dialog opened={open > 0} onClose={() => setOpen(0)} title="First" persistent={persistent}>
        <button type="button" onClick={() => setOpen(2)}>
          Deeper
        </button>
      </Dialog>
      <Dialog opened={open > 1} onClose={() => setOpen(1)} title="Second">
        Text
      </Dialog>
    </main>
  );
}

/** A menu as those see it who want no motion: it is gone at once. */
function FromMenu() {
  const [shown, setShown] = useState<'menu' | 'dialog'>();
  return (
    <main>
      <button type="button" id="more" onClick={() => setShown('menu')}>
        More
      </button>
      {shown === 'menu' && (
        <div role="menu" aria-labelledby="more">
          <button type="button" role="menuitem" onClick={() => setShown('dialog')}>
            Refund…
          </button>
        </div>
      )}
      {shown === 'dialog' && (
        <Dialog opened onClose={() => setShown(undefined)} title="Refund">
          <button type="button">Refund</button>
        </Dialog>
      )}
    </main>
  );
}

const gone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
const layerOf = (dialog: HTMLElement) =>
  Number(dialog.closest<HTMLElement>('[style*="--mb-z-index"]')?.style.getPropertyValue('--mb-z-index'));

describe('Dialog', () => {
  it('takes the focus and gives it back', async () => {
    const { user } = renderPiece(<Stacked />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'First' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await gone('First');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('gives it back to the button of the menu that it was opened from, though that is gone at once', async () => {
    const { user } = renderPiece(<FromMenu />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem'));
    const dialog = await screen.findByRole('dialog', { name: 'Refund' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await gone('Refund');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
  });

  it('stacks: Escape closes the topmost alone, the page is still until the last has gone', async () => {
    const { user } = renderPiece(<Stacked />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('button', { name: 'Deeper' }));
    const second = await screen.findByRole('dialog', { name: 'Second' });
    const first = screen.getByRole('dialog', { name: 'First' });
    expect([layerOf(first), layerOf(second)]).toEqual([5000, 5001]);
    expect(document.documentElement.style.overflow).toBe('hidden');
    await user.keyboard('{Escape}');
    await gone('Second');
    expect(screen.queryByRole('dialog', { name: 'First' })).not.toBeNull();
    expect(document.documentElement.style.overflow).toBe('hidden');
    await user.keyboard('{Escape}');
    await gone('First');
    expect(document.documentElement.style.overflow).toBe('');
  });

  it('leaves the next key to the page behind as soon as it has closed', async () => {
    const { user, unmount } = renderPiece(<Stacked />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    const behind = vi.fn();
    window.addEventListener('keydown', behind);
    fireEvent.keyDown(document.body, { key: 'z' });
    expect(behind).not.toHaveBeenCalled();
    unmount();
    fireEvent.keyDown(document.body, { key: 'z' });
    expect(behind).toHaveBeenCalledOnce();
    window.removeEventListener('keydown', behind);
  });

  it('asks nothing of a document that is gone before the focus is given back', async () => {
    const { user, unmount } = renderPiece(<Stacked />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    vi.useFakeTimers();
    unmount();
    vi.stubGlobal('document', undefined);
    expect(() => vi.runAllTimers()).not.toThrow();
  });

  it('closes on a click outside, unless it is persistent', async () => {
    const { user, unmount } = renderPiece(<Stacked />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    await user.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement);
    await gone('First');
    unmount();

    const { user: other } = renderPiece(<Stacked persistent />);
    await other.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    await other.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement);
    expect(screen.queryByRole('dialog', { name: 'First' })).not.toBeNull();
  });

  it('is accessible', async () => {
    const { user } = renderPiece(<Stacked />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'First' });
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe('confirm', () => {
  const ask = (isDangerous = false) =>
    confirm({ title: 'Sure?', message: 'It will be gone.', confirmLabel: 'Go', isDangerous });

  it('resolves to the answer', async () => {
    const { user } = renderPiece(<p>Page</p>);
    for (const [press, expected] of [
      ['Go', true],
      ['Cancel', false],
    ] as const) {
      const answer = ask();
      await user.click(await screen.findByRole('button', { name: press }));
      expect(await answer).toBe(expected);
    }
    const escaped = ask();
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    expect(await escaped).toBe(false);
  });

  it('gives the focus back, though its dialog is taken away at once', async () => {
    const { user } = renderPiece(<button type="button">Behind</button>);
    const behind = screen.getByRole('button', { name: 'Behind' });
    await user.click(behind);
    void confirm({ title: 'Sure?', message: 'Of this?', confirmLabel: 'Yes' });
    const yes = await screen.findByRole('button', { name: 'Yes' });
    await waitFor(() => expect(document.activeElement).toBe(yes));
    await user.click(yes);
    await waitFor(() => expect(document.activeElement).toBe(behind));
  });

  it('does not destroy by Enter alone', async () => {
    const { user } = renderPiece(<p>Page</p>);
    const answered = vi.fn();
    void ask(true).then(answered);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(answered).toHaveBeenCalledWith(false));
  });
});
