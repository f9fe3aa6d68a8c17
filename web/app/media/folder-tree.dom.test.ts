import { expect, it } from 'vitest';
import { canGoInto } from './folder-dialogs.tsx';
import { branchesOf } from './folder-tree.tsx';
import { aFile, aFolder } from './testing.ts';
import { fileItem, folderItem } from './use-listing.ts';

const folders = ['Summer', 'Summer/Beach', 'Summer/Beach/Boats', 'Autumn'].map((name) => aFolder(name));

it('shows what is below the folders that are open', () => {
  const shown = (open: string[]) =>
    branchesOf(folders, new Set(open)).map(({ name, level, hasChildren }) => [name, level, hasChildren]);
  expect(shown([])).toEqual([
    ['Autumn', 2, false],
    ['Summer', 2, true],
  ]);
  expect(shown(['Summer', 'Summer/Beach/Boats'])).toEqual([
    ['Autumn', 2, false],
    ['Summer', 2, true],
    ['Summer/Beach', 3, true],
  ]);
});

it('tells folders that are not for everyone', () => {
  const team = { ...aFolder('Team'), metaData: { scopeWhitelist: ['staff'] } };
  const shown = branchesOf([...folders, team], new Set()).map(({ name, isRestricted }) => [
    name,
    isRestricted,
  ]);
  expect(shown).toEqual([
    ['Autumn', false],
    ['Summer', false],
    ['Team', true],
  ]);
});

it('moves no folder into itself, nor below itself', () => {
  const beach = folderItem(aFolder('Summer/Beach'));
  expect(canGoInto([beach], 'Summer/Beach')).toBe(false);
  expect(canGoInto([beach], 'Summer/Beach/Boats')).toBe(false);
  expect(canGoInto([beach, fileItem(aFile('1'))], 'Summer/Beaches')).toBe(true);
  expect(canGoInto([beach], '')).toBe(true);
});
