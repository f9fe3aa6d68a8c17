/** What clashes in a conflict, in the person's words. */
import { t } from '@lingui/core/macro';
import { nodeOfPlugin } from '../../page/tree.ts';
import type { Id, PageState } from '../../page/types.ts';
import { nameOf, pluginName } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import { heldBack, isRemoval } from '../store/apply.ts';
import type { NextSave } from '../store/editor-state.ts';
import { type Scope, scopeOf } from './decisions.ts';
import type { Conflict } from './page-api.ts';

/** One resource that both sides changed, in the person's words. */
export interface Clash extends Scope {
  name: string;
  changedBy: string;
  changedAt?: string;
  /** The texts to compare, when it is a plugin with one. */
  texts?: { mine: string; theirs: string };
  /** Theirs is gone: then mine has nothing to stand on. */
  isGone: boolean;
  /** It is about nothing but removals of what others have put something into since: they are not carried out. */
  isHeldBack: boolean;
}

/** `sent`: what the conflicts are about. */
export function clashesOf(
  conflicts: readonly Conflict[],
  mine: PageState,
  theirs: PageState,
  sent?: Pick<NextSave, 'changes' | 'queued'>,
): Clash[] {
  const actions = sent?.changes.flatMap((set) => set.actions) ?? [];
  const held = heldBack(theirs, sent?.queued ?? []);
  const isHeld = (index: number) => {
    const action = actions[index];
    return action !== undefined && isRemoval(action) && held.has(action.nodeId);
  };
  return conflicts.map((conflict) => ({
    ...describe(conflict, mine, theirs),
    isHeldBack: conflict.actionIndexes.length > 0 && conflict.actionIndexes.every(isHeld),
  }));
}

function describe(conflict: Conflict, mine: PageState, theirs: PageState): Omit<Clash, 'isHeldBack'> {
  const scope = scopeOf(conflict);
  const { id, fields } = scope;
  const [kind = ''] = scope.resource.split(':');
  return {
    ...scope,
    // What others have made is on their side alone.
    name: nameIn(kind, id, mine) ?? nameIn(kind, id, theirs) ?? t`A part of the page`,
    changedBy: conflict.changedBy?.name ?? t`Somebody else`,
    changedAt: conflict.changedAt,
    texts: kind === 'plugin' ? textsOf(id, fields, mine, theirs) : undefined,
    isGone: isGone(kind, id, theirs),
  };
}

function nameIn(kind: string, id: Id, state: PageState): string | undefined {
  if (kind === 'plugin') return pluginName(state.plugins[id]?.ref ?? t`Plugin`);
  if (kind === 'branch') return t`Block “${state.page.branches[id]?.name ?? ''}”`;
  const place = placeOf(state.page, id);
  return place && nameOf(state, place);
}

function isGone(kind: string, id: Id, theirs: PageState): boolean {
  if (kind === 'plugin') return nodeOfPlugin(theirs.page, id) === undefined;
  return kind === 'node' && placeOf(theirs.page, id) === undefined;
}

/** The texts of the fields that clash; of all where it is about the whole. What is off one side's page is empty there. */
function textsOf(pluginId: Id, fields: string[], mine: PageState, theirs: PageState): Clash['texts'] {
  const textIn = (state: PageState) =>
    nodeOfPlugin(state.page, pluginId) ? plainText(state.plugins[pluginId]?.fields ?? {}, fields) : '';
  const one = textIn(mine);
  const other = textIn(theirs);
  return one === '' && other === '' ? undefined : { mine: one, theirs: other };
}

/** Everything readable in a plugin's fields, a block a line; of these fields, or of all. */
function plainText(fields: Record<string, unknown>, names: string[]): string {
  const values = Object.entries(fields).filter(([name]) => names.length === 0 || names.includes(name));
  return values
    .flatMap(([, value]) => stringsIn(value))
    .map(withoutMarkup)
    .join('\n')
    .trim();
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function withoutMarkup(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replace(/<\/(p|li|h[1-6]|tr|pre|blockquote|div)>/g, '$&\n'),
    'text/html',
  );
  return (body.textContent ?? '').replace(/\n{2,}/g, '\n').trim();
}
