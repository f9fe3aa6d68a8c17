import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileRecord } from '../api/files.ts';
import { begin, calls, cell, chosen, service, show } from './testing/library.tsx';
import { aFile } from './testing.ts';

beforeEach(begin);

describe('to pick from', () => {
  it('gives what is chosen, and only what fits', async () => {
    service.files = [
      aFile('boat'),
      aFile('notes', { name: 'notes.txt', type: 'document', mimeType: 'text/plain' }),
    ];
    const [onChosen, onPick] = [vi.fn(), vi.fn()];
    const isUsable = ({ type }: FileRecord) => type === 'image';
    const { user } = show({ picking: { isMany: false, isUsable, onChosen, onPick } });
    await user.click(await cell('notes'));
    expect(onChosen).toHaveBeenLastCalledWith([]);
    await user.keyboard('{Enter}');
    expect(onPick).not.toHaveBeenCalled();
    await user.click(await cell('boat'));
    await waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([service.files[0]]));
    await user.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledWith([service.files[0]]);
  });

  it('gathers files from several searches, of which none is lost by the next', async () => {
    const [onChosen, onPick] = [vi.fn(), vi.fn()];
    const { user } = show({ picking: { isMany: true, isUsable: () => true, onChosen, onPick } });
    await user.click(await cell('boat'));
    // The search of what was typed comes a moment after; somebody may have chosen by then.
    fireEvent.change(screen.getByRole('textbox', { name: 'Search files' }), { target: { value: 'd' } });
    await waitFor(() => expect(calls.findLast(({ query }) => query.get('q') === 'd')).toBeTruthy());
    await user.keyboard('{Control>}');
    await user.click(await cell('dock'));
    await user.keyboard('{/Control}');
    await waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([service.files[0], service.files[2]]));
    expect(screen.getByRole('toolbar', { name: 'Selected files' }).textContent).toBe('2 selected');
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([]));
  });

  it('lets go of the choice with the first letter of a search, and not of one made before its results', async () => {
    const onChosen = vi.fn();
    const { user } = show({ picking: { isMany: false, isUsable: () => true, onChosen, onPick: vi.fn() } });
    await user.click(await cell('boat'));
    const crane = await cell('crane');
    fireEvent.change(screen.getByRole('textbox', { name: 'Search files' }), { target: { value: 'c' } });
    expect(chosen()).toEqual([]);
    fireEvent.click(crane);
    await waitFor(() => expect(calls.findLast(({ query }) => query.get('q') === 'c')).toBeTruthy());
    await waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([service.files[1]]));
    expect(chosen()).toEqual(['crane']);
  });

  it('deletes nothing', async () => {
    const { user } = show({
      picking: { isMany: true, isUsable: () => true, onChosen: vi.fn(), onPick: vi.fn() },
    });
    await user.click(await cell('crane'));
    await user.keyboard('{Delete}');
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
    expect(chosen()).toEqual(['crane']);
  });
});
