import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { begin, calls, cell, cells, chosen, sent, service, show } from './testing/library.tsx';
import { aFile } from './testing.ts';

beforeEach(begin);

describe('the keyboard', () => {
  it('goes on with the arrows, chooses with Space and Shift, and lets go with Escape', async () => {
    const { user } = show();
    (await cell('Summer')).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toBe(cells()[2]));
    await user.keyboard(' ');
    expect(chosen()).toEqual(['boat']);
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await waitFor(() => expect(chosen()).toEqual(['boat', 'crane', 'dock']));
    expect(screen.getByRole('toolbar', { name: 'Selected files' }).textContent).toContain('3 selected');
    expect(await accessibilityFaults()).toEqual([]);
    await user.keyboard('{Escape}');
    expect(chosen()).toEqual([]);
  });

  it('acts on what it is on, also where a screen reader has put it', async () => {
    const { user } = show();
    (await cell('Summer')).focus();
    (await cell('crane')).focus();
    await user.keyboard(' ');
    expect(chosen()).toEqual(['crane']);
    (await cell('Summer')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('This folder is empty')).toBeTruthy();
  });

  it('leaves the details with Escape, back to the file that they are of', async () => {
    const { user } = show();
    (await cell('Summer')).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toBe(cells()[2]));
    await user.keyboard('{Enter}');
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    const title = await details.findByRole('textbox', { name: 'Title' });
    await user.type(title, 'Half');
    // What is being typed is given up first.
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(title);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Details' })).toBeNull());
    expect(document.activeElement).toBe(await cell('boat'));
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Close the details' }));
    expect(document.activeElement).toBe(await cell('boat'));
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('opens folders, and goes back by the path', async () => {
    const { user } = show();
    (await cell('Summer')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('This folder is empty')).toBeTruthy();
    expect(calls.some(({ path }) => path === '/cms/file-entities/Summer')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'All files' }));
    await cell('boat');
  });

  it('renames with F2, and says what is wrong with the name', async () => {
    service.onChange = () => ({
      status: 409,
      body: { code: 'name_taken', detail: 'There is one of this name.' },
    });
    const { user } = show();
    (await cell('Summer')).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{F2}');
    const field = await screen.findByLabelText<HTMLInputElement>('Name');
    expect(field.value).toBe('boat.jpg');
    await user.clear(field);
    await user.type(field, 'crane.jpg{Enter}');
    expect(await screen.findByText('There is one of this name.')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'PUT')?.headers.get('If-Match')).toBe('"1"');
  });

  it('says where what is deleted is still used', async () => {
    service.onChange = ({ path }) => ({
      body: path === '/cms/file-uses' ? { total: 2 } : { success: [], failed: {} },
    });
    const { user } = show();
    await user.click(await cell('crane'));
    await user.keyboard('{Delete}');
    expect(await screen.findByText('“crane.jpg” was deleted. Still used in 2 places.')).toBeTruthy();
  });

  it('deletes at once, and Ctrl+Z brings it back', async () => {
    const { user } = show();
    (await cell('crane')).focus();
    await user.click(await cell('crane'));
    await user.keyboard('{Delete}');
    expect(await screen.findByText('“crane.jpg” was deleted.')).toBeTruthy();
    expect(sent('/cms/file-removals')).toEqual({ files: ['crane'], folders: [] });
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(sent('/cms/file-restorations')).toEqual({ files: ['crane'], folders: [] }));
  });

  it('deletes with one press what it is on, where nothing is chosen', async () => {
    const { user } = show();
    (await cell('crane')).focus();
    await user.keyboard('{Delete}');
    expect(await screen.findByText('“crane.jpg” was deleted.')).toBeTruthy();
    expect(sent('/cms/file-removals')).toEqual({ files: ['crane'], folders: [] });
  });

  it('stays with the items when the last of them are deleted', async () => {
    service.onChange = () => {
      service.files = service.files.slice(0, 1);
      return { body: { success: [], failed: {} } };
    };
    const { user } = show();
    (await cell('crane')).focus();
    await user.keyboard(' {Shift>}{ArrowRight}{/Shift}{Delete}');
    await waitFor(() => expect(cells()).toHaveLength(3));
    const last = await cell('boat');
    await waitFor(() => expect(document.activeElement).toBe(last));
  });

  it('goes on from the bar of what is chosen, which closes', async () => {
    service.onChange = ({ path }) => {
      if (path === '/cms/file-removals') service.files = service.files.slice(1);
      return { body: { success: [], failed: {} } };
    };
    const { user } = show();
    (await cell('boat')).focus();
    await user.keyboard(' ');
    screen.getByRole('button', { name: 'Delete' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(cells()).toHaveLength(4));
    const next = await cell('crane');
    await waitFor(() => expect(document.activeElement).toBe(next));
  });

  it('chooses all with Ctrl+A, also those that were not read yet, and deletes all of them', async () => {
    service.files = Array.from({ length: 250 }, (_, index) => aFile(`f${index}`));
    const { user } = show();
    (await cell('Summer')).focus();
    expect(calls.filter(({ path }) => path === '/cms/file-entities')).toHaveLength(1);
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('252 selected', { selector: 'p' });
    expect(calls.filter(({ path }) => path === '/cms/file-entities')).toHaveLength(3);
    await user.keyboard('{Delete}');
    await screen.findByText('252 items were deleted.');
    const removals = calls.filter(({ path }) => path === '/cms/file-removals').map(({ body }) => body);
    const counts = (removals as { files: string[]; folders: string[] }[]).map((each) => [
      each.folders.length,
      each.files.length,
    ]);
    expect(counts).toEqual([
      [0, 250],
      [2, 0],
    ]);
  });
});
