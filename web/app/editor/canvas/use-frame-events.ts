/** What a click, a key or the pointer in the page means while it is edited. */
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { isInlineEditable } from '../../plugins/registry/editors.ts';
import { isPressed } from '../../shortcuts/pressed.ts';
import { allCommands } from '../commands/all.ts';
import { commandFor, isTextTarget } from '../commands/keys.ts';
import { type Editing, useEditing, useFrameState } from '../context.tsx';
import { placeOf } from '../places/places.ts';
import { addressOf, type Frame, nodeIdAt } from './frame.ts';

/** Shortcuts work wherever the keyboard is: around the page and in it. */
export function useShortcuts(): void {
  const editing = useEditing();
  const frame = useFrameState((state) => state.frame);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => runShortcut(editing, event);
    const windows = [window, frame?.window];
    for (const one of windows) one?.addEventListener('keydown', onKeyDown);
    return () => {
      for (const one of windows) one?.removeEventListener('keydown', onKeyDown);
    };
  }, [editing, frame]);
}

function runShortcut(editing: Editing, event: KeyboardEvent): void {
  if (event.defaultPrevented || belongsToOpened(event)) return;
  // Arrows, Enter and Delete on the screen's own buttons and lists are theirs.
  const isChrome =
    (event.target as Node | null)?.ownerDocument === document && event.target !== document.body;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== '?';
  if (isChrome && isPlain) return;
  const isInText = isTextTarget(event.target);
  const isViewed = !isChrome && editing.editor.get().mode.name === 'view';
  // It would select the whole of the interface.
  if (!isInText && !isViewed && isPressed(event, 'Mod+A')) event.preventDefault();
  const command = commandFor(allCommands, event, editing.editor.get(), isInText);
  if (!command) return;
  event.preventDefault();
  // A key in the frame is no event of this window, which would draw what it does after the next one. That may mean
  // something else already, as in a dialog that opens.
  flushSync(() => command.run(editing));
}

/** A dialog has all keys. A menu has none with Ctrl: it fades for a moment after the choice, when the next key may come. */
function belongsToOpened({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const holder = (target as Element | null)?.closest?.('[role="dialog"], [role="menu"]');
  return holder != null && !(holder.matches('[role="menu"]') && (ctrlKey || metaKey));
}

/**
 * While the page is viewed its links work as for visitors, but those that lead out of it lead out of the frame too. What
 * would lead to another page is held where something unsaved would be lost by it: the screen asks first.
 */
export function useViewedLinks(frame: Frame | undefined, isHeld: boolean): void {
  const { goTo } = useEditing();
  useEffect(() => {
    if (!frame) return;
    const { document: page } = frame;
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (!link || !isPlain || event.defaultPrevented || link.target === '_blank') return;
      const url = new URL(link.href);
      const leadsOut = url.origin !== location.origin || url.pathname.startsWith('/cms-');
      const leadsOn = url.pathname + url.search !== addressOf(frame);
      if (!(leadsOut || (isHeld && leadsOn)) || !url.protocol.startsWith('http')) return;
      event.preventDefault();
      goTo(link.href);
    };
    const onSubmit = (event: Event) => isHeld && event.preventDefault();
    page.addEventListener('click', onClick, { capture: true });
    page.addEventListener('submit', onSubmit, { capture: true });
    return () => {
      page.removeEventListener('click', onClick, { capture: true });
      page.removeEventListener('submit', onSubmit, { capture: true });
    };
  }, [frame, goTo, isHeld]);
}

/**
 * The page's own links and forms rest while it is edited; a click selects, or puts the caret into a text. `onBack` is given
 * the address, and the document's title, where Back and Forward lead within the document.
 */
export function useFrameEvents(
  frame: Frame | undefined,
  onHover: (nodeId: string | undefined) => void,
  onBack: (address: string, title: string) => void,
): void {
  const editing = useEditing();
  useEffect(() => {
    if (!frame) return;
    const { document: page } = frame;
    const listen = { capture: true } as const;
    const onClick = (event: MouseEvent) => clicked(editing, event);
    const onFocus = (event: FocusEvent) => focused(editing, event);
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') onHover(nodeIdAt(event.target));
    };
    const onLeave = () => onHover(undefined);
    const stop = (event: Event) => event.preventDefault();
    const onLeaving = (event: Event) => {
      // The visitor's script would put another page where this one is being edited.
      event.preventDefault();
      onBack(addressOf(frame), page.title);
    };
    page.addEventListener('click', onClick, listen);
    page.addEventListener('focusin', onFocus);
    page.addEventListener('submit', stop, listen);
    page.addEventListener('dragstart', stopForeignDrag, listen);
    page.addEventListener('pointerover', onMove, listen);
    page.documentElement.addEventListener('pointerleave', onLeave);
    frame.window.addEventListener('pagewright:leaving', onLeaving);
    return () => {
      page.removeEventListener('click', onClick, listen);
      page.removeEventListener('focusin', onFocus);
      page.removeEventListener('submit', stop, listen);
      page.removeEventListener('dragstart', stopForeignDrag, listen);
      page.removeEventListener('pointerover', onMove, listen);
      page.documentElement.removeEventListener('pointerleave', onLeave);
      frame.window.removeEventListener('pagewright:leaving', onLeaving);
    };
  }, [editing, frame, onHover, onBack]);
}

function stopForeignDrag(event: Event): void {
  if (!(event.target as Element).closest?.('[data-pw-inline]')) event.preventDefault();
}

/**
 * The keys of the page act on what is selected: where Tab or a screen reader leads to a link, a question or a form of
 * another part, that part is. Not where the page has the keyboard back, with its last place in it, while a text is entered.
 */
function focused({ editor }: Editing, { target, relatedTarget }: FocusEvent): void {
  const { mode, selected } = editor.get();
  const isMoved = mode.name === 'edit' || (mode.name === 'editPlugin' && relatedTarget !== null);
  // What the mouse presses is judged by the click.
  if (!isMoved || !(target as Element).matches(':focus-visible')) return;
  const nodeId = nodeIdAt(target);
  if (nodeId !== selected) editor.select(nodeId);
}

function clicked(editing: Editing, event: MouseEvent): void {
  const { editor, goTo } = editing;
  const target = event.target as Element;
  const link = target.closest?.('a[href]');
  const isViewing = editor.get().mode.name === 'view';
  if (link) event.preventDefault();
  if (link && (event.ctrlKey || event.metaKey || isViewing)) goTo(link.getAttribute('href') ?? '');
  else if (!isViewing && !target.closest?.('[data-pw-inline]')) clickedNode(editing, event);
}

/** Puts the caret into a text, selects anything else. */
function clickedNode({ editor, texts, focusNode }: Editing, event: MouseEvent): void {
  event.preventDefault();
  const { page, mode } = editor.get();
  const place = page && placeOf(page.page, nodeIdAt(event.target));
  if (!page || !place) {
    editor.select(undefined);
    return;
  }
  const { node } = place;
  if (node.type !== 'plugin' || !isInlineEditable(page.plugins[node.pluginId]?.ref)) focusNode(node.id);
  else if (mode.name !== 'editPlugin' || mode.nodeId !== node.id) {
    const caret = { left: event.clientX, top: event.clientY };
    editor.setMode({ name: 'editPlugin', nodeId: node.id, caret });
  } else {
    // Beside the lines of the text that is being edited: the press has taken the caret from it.
    const { text } = texts.getState();
    text?.commands.focus(text.view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? 'end');
  }
}
