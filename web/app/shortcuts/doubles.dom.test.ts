/** Keys of screens on which two things could be meant by one. */
import { formatForDisplay } from '@tanstack/hotkeys';
import { expect, it } from 'vitest';
import { SHORTCUTS as ADMIN } from '../admin/shortcuts.ts';
import { SHORTCUTS as EDITOR } from '../editor/dialogs/shortcuts.ts';
import type { ShortcutGroup } from './shortcuts-dialog.tsx';

/** What has one key with something else on its screen, and why nobody gets the wrong one. */
const EXCEPTIONS: Record<string, string> = {
  '/: Add something here, Insert anything in an empty paragraph':
    'both add: beside what is selected, or where the caret is',
  'Ctrl+E: Edit, View': 'only one of the two is there, by whether the page is edited',
  'Ctrl+K: Search, Link': 'in a text it makes a link, as in every editor of texts; elsewhere it searches',
  'Ctrl+Z: Undo the last deletion or move, Undo':
    'a deletion that waits is of a list, which is another screen',
  'Esc: Select parent, Leave the text':
    'both go one step out; nothing around a text is selected while it is written in',
};

/** Keys with several meanings where these groups are read together: those of one group, and of those that hold everywhere. */
function doubles(groups: readonly ShortcutGroup[]): string[] {
  const meanings = new Map<string, string[]>();
  for (const { label, keys = [] } of groups.flatMap(({ shortcuts }) => shortcuts)) {
    for (const key of keys) {
      const shown = formatForDisplay(key, { platform: 'linux' });
      meanings.set(shown, [...(meanings.get(shown) ?? []), label]);
    }
  }
  return [...meanings]
    .filter(([, labels]) => labels.length > 1)
    .map(([key, labels]) => `${key}: ${labels.join(', ')}`);
}

const [everywhere, ...places] = ADMIN as [ShortcutGroup, ...ShortcutGroup[]];
const screens = [EDITOR, ...places.map((place) => [everywhere, place])];
const found = screens.map(doubles);

it.each(screens.map((groups, index) => [groups.at(-1)?.title, found[index]]))(
  'a key has one meaning on a screen, or two that are told apart: %s',
  (_title, twice) => expect(twice?.filter((each) => !Object.hasOwn(EXCEPTIONS, each))).toEqual([]),
);

it('what is told apart is there', () => {
  expect(found.flat().toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});
