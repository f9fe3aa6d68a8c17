import { expect, it } from 'vitest';
import { columnsIn, withColumnToggled } from './chosen-columns.ts';

const COLUMNS = [
  { key: 'title', header: 'Title' },
  { key: 'url', header: 'Address' },
  { key: 'version', header: 'Version', isExtra: true },
];
const shown = (chosen: string | undefined) => columnsIn(chosen, COLUMNS).map(({ key }) => key);

it('shows the usual ones where nothing is chosen', () => {
  expect(shown(undefined)).toEqual(['title', 'url']);
});

it('shows the column that names the record, whatever an address chooses', () => {
  expect(shown('version.nothing')).toEqual(['title', 'version']);
});

it('says nothing of the usual ones, and all of others in the order of the list', () => {
  const withVersion = withColumnToggled(undefined, COLUMNS, 'version');
  expect(withVersion).toBe('title.url.version');
  expect(withColumnToggled(withVersion, COLUMNS, 'version')).toBeUndefined();
  expect(withColumnToggled(undefined, COLUMNS, 'url')).toBe('title');
});
