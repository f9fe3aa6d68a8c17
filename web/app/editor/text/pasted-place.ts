/**
 * Where images stand that were pasted into a text of the page: in the fields of its plugin, whether or not somebody still
 * writes there. Showing them from the library is a change of its own, made on what the page is then: a save before it
 * keeps the other sites' addresses, and undo gives them back.
 */
import { t } from '@lingui/core/macro';
import type { Id } from '../../page/types.ts';
import type { Audience } from '../../writing/pasted-images/audience.ts';
import { withAddresses } from '../../writing/pasted-images/in-fields.ts';
import type { Addresses, Outcome, Place } from '../../writing/pasted-images/place.ts';
import { ancestorsOf, type Owner, placeOf } from '../places/places.ts';
import { whitelistOf } from '../places/restrictions.ts';
import type { EditorStore } from '../store/editor-store.ts';
import { nodeOf } from '../store/mode.ts';

/** The plugin that somebody writes in. */
export function editedPlugin(editor: EditorStore): Id | undefined {
  const { page, mode } = editor.get();
  const node = page && placeOf(page.page, nodeOf(mode))?.node;
  return node?.type === 'plugin' ? node.pluginId : undefined;
}

export function placeInPlugin(editor: EditorStore, pluginId: Id | undefined): Place {
  const pageId = editor.get().base?.page.id;
  const nodeId = nodeOf(editor.get().mode);
  const attempt = (addresses: Addresses): Outcome | undefined => {
    const { base } = editor.get();
    if (!pluginId || !base || base.page.id !== pageId) return 'gone';
    return isInHand(editor, pluginId) ? undefined : replaced(editor, pluginId, addresses);
  };
  return {
    audience: () => audienceOf(editor, nodeId),
    replace: (addresses) =>
      new Promise((resolve) => {
        let isOver = false;
        const look = () => {
          const outcome = isOver ? undefined : attempt(addresses);
          if (!outcome) return;
          isOver = true;
          stop();
          resolve(outcome);
        };
        // Not within the change that is told of: another may be on its way in it.
        const stop = editor.subscribe(() => queueMicrotask(look));
        look();
      }),
  };
}

/**
 * Who sees a node. What is the layout's or a block's is shown on other pages too: of that only what is around it there
 * keeps anybody out.
 */
function audienceOf(editor: EditorStore, nodeId: Id | undefined): Audience {
  const page = editor.get().page?.page;
  const place = page && placeOf(page, nodeId);
  if (!page || !place) return [];
  const isOwn = place.owner.kind === 'page';
  const around = [place, ...ancestorsOf(place)].filter((each) => isOwn || isSame(each.owner, place.owner));
  const levels = isOwn ? (['site', 'page'] as const) : (['site'] as const);
  const whitelists = around.flatMap((each) => levels.map((level) => whitelistOf(page, each, level)));
  if (isOwn) whitelists.push(page.config.scopeWhitelist ?? []);
  return whitelists.filter((whitelist) => whitelist.length > 0);
}

const isSame = (one: Owner, other: Owner): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'branch' || other.kind !== 'branch' || one.blockId === other.blockId);

/**
 * Whether the change has to wait: what was undone could not be redone after it, a form that is open would write over it,
 * what is dragged would be let go of, and nobody sees it who views the page.
 */
function isInHand(editor: EditorStore, pluginId: Id): boolean {
  const { mode, history } = editor.get();
  const isOpen = mode.name === 'editPluginMeta' && editedPlugin(editor) === pluginId;
  return history.future.length > 0 || isOpen || mode.name === 'view' || mode.name === 'sortPlugin';
}

function replaced(editor: EditorStore, pluginId: Id, addresses: Addresses): Outcome {
  editor.endStep();
  const plugin = editor.get().page?.plugins[pluginId];
  const fields = plugin ? withAddresses(plugin.fields, addresses) : {};
  if (Object.keys(fields).length === 0) return 'unneeded';
  editor.change(t`Copy images into the library`, [{ name: 'PLUGIN_UPDATE', pluginId, fields }]);
  return 'replaced';
}
