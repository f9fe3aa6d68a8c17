/** The page that most of the shared cases start from, for tests; the cases' ids are readable (`#row`). */
import { readFileSync } from 'node:fs';
import type { PageState } from '../types.ts';

const CASE = new URL('../../../../tests/vectors/actions/link-set.json', import.meta.url);

/**
 * root, header, header-row, header-col, menu-node (menu); main, row, left, right: one-node (one), two-node (two);
 * footer shows footer-branch: footer-col, small-node (small).
 */
export function examplePage(): PageState {
  return JSON.parse(readFileSync(CASE, 'utf8')).state;
}
