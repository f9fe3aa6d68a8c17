import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { listen } from '../testing/heard.ts';
import { begin, calls, cell, service, show } from './testing/library.tsx';
import { aFile } from './testing.ts';

beforeEach(begin);

it('sorts the list by the heads of its columns, both ways', async () => {
  const { user } = show();
  await cell('boat');
  await user.click(screen.getByRole('radio', { name: 'List' }));
  const asked = () => calls.findLast(({ path }) => path === '/cms/file-entities')?.query.get('sort');
  const head = (name: string) => screen.findByRole('columnheader', { name });
  expect((await head('Name')).getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(await head('Size')).getByRole('button'));
  await waitFor(() => expect(asked()).toBe('-size'));
  expect((await head('Size')).getAttribute('aria-sort')).toBe('descending');
  // A key on a head is not one for the files.
  within(await head('Size'))
    .getByRole('button')
    .focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(asked()).toBe('size'));
  expect(screen.getByRole('navigation', { name: 'Folder' }).textContent).toBe('All files');
  expect(await accessibilityFaults()).toEqual([]);
});

it('does not say again how much was found when only its order changes', async () => {
  const { user } = show();
  await cell('boat');
  await user.click(screen.getByRole('radio', { name: 'List' }));
  const heard = listen();
  service.files = [aFile('crane')];
  await user.click(within(await screen.findByRole('columnheader', { name: 'Size' })).getByRole('button'));
  await cell('crane');
  service.files = [aFile('crane'), aFile('crow')];
  fireEvent.change(screen.getByRole('textbox', { name: 'Search files' }), { target: { value: 'cr' } });
  await cell('crow');
  await waitFor(() => expect(heard).toEqual(['4 results']));
});

it('shows the columns of the list that somebody chooses, and sorts by those that can be', async () => {
  service.files = [aFile('boat', { alt: 'A boat at dawn', bucketName: 'Summer', scopeWhitelist: ['board'] })];
  const { user } = show();
  await cell('boat');
  expect(screen.queryByRole('button', { name: 'Choose columns' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'List' }));
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads()).toEqual(['Name', 'Type', 'Size', 'Uploaded']);
  await user.click(await cell('boat'));
  await user.click(screen.getByRole('button', { name: 'Choose columns' }));
  for (const name of [
    'Type',
    'Uploaded',
    'Changed',
    'Folder',
    'Dimensions',
    'Alternative text',
    'Who sees it',
  ])
    await user.click(await screen.findByRole('menuitemcheckbox', { name }));
  expect(await accessibilityFaults()).toEqual([]);
  await user.keyboard('{Escape}');
  const chosenHeads = ['Name', 'Size', 'Changed', 'Folder', 'Dimensions', 'Alternative text', 'Who sees it'];
  expect(heads()).toEqual(chosenHeads);
  const row = screen.getByRole('row', { name: /^boat/ });
  const said = within(row)
    .getAllByRole('gridcell')
    .map((each) => each.textContent);
  expect(said).toHaveLength(chosenHeads.length);
  expect(said.slice(3)).toEqual(['Summer', '1,600 × 1,000', 'A boat at dawn', 'board']);
  expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('7');
  // What was chosen stays so: the files are the same.
  expect(row.getAttribute('aria-selected')).toBe('true');
  const changed = screen.getByRole('columnheader', { name: 'Changed' });
  await user.click(within(changed).getByRole('button'));
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === '/cms/file-entities')?.query.get('sort')).toBe('-updatedAt'),
  );
  expect(within(screen.getByRole('columnheader', { name: 'Folder' })).queryByRole('button')).toBeNull();
});
