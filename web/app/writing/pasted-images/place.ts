/** Where pasted images stand: what is asked to show them from the library once they are there. */
import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { createContext, useContext } from 'react';
import type { Audience } from './audience.ts';

/** For addresses that images have: the ones that they are to have. */
export type Addresses = ReadonlyMap<string, string>;

/**
 * What came of it: the images are shown from there; nothing shows them any more, as after an undone paste; or the text was
 * left for good, and keeps the addresses that it has.
 */
export type Outcome = 'replaced' | 'unneeded' | 'gone';

export interface Place {
  /** Who sees the place now; left out, everyone. */
  audience?: () => Audience;
  /** May take as long as somebody has something else in hand. */
  replace: (addresses: Addresses) => Promise<Outcome>;
}

/** What a form is part of that may be confirmed before the images are there; a form that stands alone is part of nothing. */
export const PlaceBeyondForm = createContext<Place | undefined>(undefined);

export function usePlaceBeyondForm(): Place | undefined {
  return useContext(PlaceBeyondForm);
}

/** A text in a form: the open text, or what lies beyond the form once that is over. */
export function placeInForm(text: Editor, beyond: Place | undefined): Place {
  return {
    audience: beyond?.audience,
    async replace(addresses) {
      if (text.isDestroyed) return beyond ? beyond.replace(addresses) : 'gone';
      return replaceInText(text, addresses) ? 'replaced' : 'unneeded';
    },
  };
}

/** As one step of the text's own history, which leaves the caret where it is. False where it shows none of them. */
export function replaceInText({ state, view }: Editor, addresses: Addresses): boolean {
  const change = closeHistory(state.tr);
  state.doc.descendants((node, position) => {
    const address = node.type.name === 'image' ? addresses.get(node.attrs.src) : undefined;
    if (address) change.setNodeAttribute(position, 'src', address);
  });
  if (!change.docChanged) return false;
  view.dispatch(change);
  return true;
}
