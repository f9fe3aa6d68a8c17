/** What keys do with the items, beside going on. */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isAnyPressed } from '../shortcuts/pressed.ts';
import { FILE_KEYS } from './file-keys.ts';
import type { ItemsProps } from './items-props.ts';

/** Does it with the item at an index. Gives whether there was anything to do. */
export function act(event: KeyboardEvent, props: ItemsProps, at: number): boolean {
  const { listing, choosing, onOpen, onRename, onRemove, onShow } = props;
  const item = listing.itemAt(at);
  const pressed = (name: keyof typeof FILE_KEYS) => isAnyPressed(event.nativeEvent, FILE_KEYS[name].keys);
  if (choosing.isMany && pressed('chooseAll')) void choosing.chooseAll();
  else if (event.key === 'Escape' && choosing.selection.keys.size > 0) {
    // It closes no dialog around.
    event.stopPropagation();
    choosing.clear();
    onShow(undefined);
  } else if (pressed('remove') && onRemove) {
    const { size } = choosing.selection.keys;
    // Of a range, some may be on their way: none goes before all of them are known.
    if (size === choosing.items.length) onRemove(size > 0 ? choosing.items : item ? [item] : []);
  } else if (!item) return false;
  else if (pressed('choose')) choosing.toggle(at, item);
  else if (pressed('open')) onOpen(item);
  else if (pressed('rename')) onRename(item);
  else return false;
  return true;
}

/** The keyboard goes where it was led, as soon as that is drawn. */
export function useFocusFollowing(scroller: RefObject<HTMLElement | null>, active: number, columns: number) {
  const isLed = useRef(false);
  const isHere = useRef(false);
  // An item that comes into another row is drawn anew there, which takes the keyboard from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are others
  useLayoutEffect(() => {
    if (isHere.current && document.activeElement === document.body) isLed.current = true;
  }, [columns]);
  useEffect(() => {
    if (!isLed.current) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    if (!element) return;
    element.focus({ preventScroll: true });
    isLed.current = false;
  });
  return {
    focusActive: () => {
      isLed.current = true;
    },
    onFocus: () => {
      isHere.current = true;
    },
    onBlur: () => {
      isHere.current = false;
    },
  };
}
