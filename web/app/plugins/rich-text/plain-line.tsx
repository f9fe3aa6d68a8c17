/** A line of plain text with a caret in it, for headings and labels that stand in the page itself. */
import { createElement, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Caret } from '../contract.ts';
import { useRichTextHost } from './host.ts';
import { createTyping, type Typing } from './typing.ts';

interface PlainLineProps {
  tagName: 'h1' | 'h2' | 'h3' | 'p';
  text: string;
  /** What a screen reader calls it, and what stands there while it is empty. */
  label: string;
  /** While it is empty it takes no room, so that nothing moves for it; the keyboard reaches it all the same. */
  isShy?: boolean;
  /** Takes the focus when this point lies in it; for `firstLine`, all of it is selected; for `afterTitle`, at its end, unless it takes no room. */
  caret?: Caret;
  onChange: (text: string) => void;
  onLeave: () => void;
}

export function PlainLine({
  tagName,
  text,
  label,
  isShy,
  caret,
  onChange,
  onLeave,
}: PlainLineProps): ReactNode {
  const line = useRef<HTMLElement>(null);
  const { onFlush } = useRichTextHost();
  const change = useRef(onChange);
  change.current = onChange;
  const typing = useRef<Typing>(null);
  typing.current ??= createTyping(
    text,
    () => line.current?.textContent ?? '',
    (next) => change.current(next),
  );

  const drawn = useRef(text);
  // With each drawing: what was handed over and undone before the next one is the former text again.
  useLayoutEffect(() => {
    const isFormer = drawn.current === text;
    drawn.current = text;
    if (isFormer && typing.current?.isHolding()) return;
    // Written by hand: React would put the caret at the start at each key.
    const shown = asShown(text);
    if (
      line.current &&
      (line.current.textContent ?? '') !== shown &&
      !(typing.current?.knows(text) && line.current.matches(':focus'))
    ) {
      line.current.textContent = shown;
      typing.current?.reset(text);
    }
  });

  useLayoutEffect(() => {
    if (!line.current || !caret) return;
    if (caret === 'firstLine') selectAll(line.current);
    else if (caret === 'afterTitle') {
      if (!(isShy && line.current.textContent === '')) placeAtEnd(line.current);
    } else if (contains(line.current.getBoundingClientRect(), caret)) placeCaret(line.current, caret);
  }, [caret, isShy]);

  useLayoutEffect(() => {
    const flush = () => typing.current?.flush();
    const stop = onFlush(flush);
    return () => {
      flush();
      stop();
    };
  }, [onFlush]);

  return createElement(tagName, {
    ref: line,
    role: 'textbox',
    'aria-label': label,
    'data-pw-inline': '',
    'data-pw-hint': label,
    'data-pw-shy': isShy ? '' : undefined,
    contentEditable: 'plaintext-only',
    onInput: () => typing.current?.typed(),
    onBlur: () => typing.current?.flush(),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Escape') onLeave();
      // One line stays one line.
      if (event.key === 'Enter' && !event.altKey) event.preventDefault();
    },
  });
}

/** White space as visitors see it: what is edited shows each blank, and the line would be longer than theirs. */
function asShown(text: string): string {
  return text.replace(/[ \t\r\n\f]+/g, ' ').replace(/^ | $/g, '');
}

function selectAll(element: HTMLElement): void {
  element.ownerDocument.defaultView?.focus();
  element.focus({ preventScroll: true });
  element.ownerDocument.getSelection()?.selectAllChildren(element);
}

function placeAtEnd(element: HTMLElement): void {
  selectAll(element);
  element.ownerDocument.getSelection()?.collapseToEnd();
}

function contains(rect: DOMRect, { left, top }: { left: number; top: number }): boolean {
  return left >= rect.left && left <= rect.right && top >= rect.top && top <= rect.bottom;
}

function placeCaret(element: HTMLElement, { left, top }: { left: number; top: number }): void {
  element.focus({ preventScroll: true });
  const owner = element.ownerDocument;
  const found = owner.caretPositionFromPoint?.(left, top);
  if (found && element.contains(found.offsetNode))
    owner.getSelection()?.collapse(found.offsetNode, found.offset);
}
