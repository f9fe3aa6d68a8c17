/**
 * Dragging over the canvas. The pointer belongs to the editor's window (the handle captures it), what it is over to
 * the frame's: the frame's rectangle leads from one to the other. docs/decisions/0003 says why no library does this.
 */
import { t } from '@lingui/core/macro';
import { inSentence } from '../../words/in-sentence.ts';
import { elementOf, type Frame, rectOver } from '../canvas/frame.ts';
import type { Editing } from '../context.tsx';
import { insertPlugin, insertRow } from '../inserting/insert.ts';
import { prepare } from '../inserting/prepare.ts';
import { putIn } from '../inserting/put-in.ts';
import { atRest } from './drag-store.ts';
import { type Dragged, type DropTarget, dropTarget } from './drop-target.ts';
import { announceMove, moveNode } from './move-node.ts';

/** So near the frame's edges it scrolls, faster the nearer. */
const SCROLL_ZONE = 56;
const SCROLL_SPEED = 18;

export interface Drag {
  moveTo: (point: { x: number; y: number }) => void;
  drop: () => void;
  cancel: () => void;
}

/** Begins a drag. `ref` is the plugin a new thing will be; left out for nodes and rows. */
export function startDrag(editing: Editing, dragged: Dragged, name: string, ref?: string): Drag | undefined {
  const { editor, drag, frame: frames } = editing;
  const { frame } = frames.getState();
  if (!frame) return undefined;
  editor.setMode({ name: 'sortPlugin', nodeId: dragged.kind === 'node' ? dragged.nodeId : undefined });
  let pointer = { x: 0, y: 0 };
  let due = requestAnimationFrame(step);

  function step() {
    due = requestAnimationFrame(step);
    scrollAtEdges(frame as Frame, pointer);
    drag.setState({ dragged, name, pointer, target: targetAt(editing, frame as Frame, dragged, pointer) });
  }

  function end() {
    cancelAnimationFrame(due);
    drag.setState(atRest);
    if (editor.get().mode.name === 'sortPlugin') editor.setMode({ name: 'edit' });
  }

  return {
    moveTo(point) {
      pointer = point;
    },
    drop() {
      const target = targetAt(editing, frame, dragged, pointer);
      end();
      if (target) void land(editing, dragged, name, target, ref);
    },
    cancel: end,
  };
}

function targetAt(
  editing: Editing,
  frame: Frame,
  dragged: Dragged,
  pointer: { x: number; y: number },
): DropTarget | undefined {
  const { page } = editing.editor.get();
  const box = frame.element.getBoundingClientRect();
  const point = { x: pointer.x - box.left, y: pointer.y - box.top };
  const isOver = point.x >= 0 && point.y >= 0 && point.x <= box.width && point.y <= box.height;
  if (!page || !isOver) return undefined;
  return dropTarget(page.page, dragged, point, (nodeId) => {
    const element = elementOf(frame, nodeId);
    return element ? rectOver(frame, element) : undefined;
  });
}

function scrollAtEdges(frame: Frame, pointer: { x: number; y: number }): void {
  const { top, height } = frame.element.getBoundingClientRect();
  const y = pointer.y - top;
  if (y < 0 || y > height) return;
  const depth = y < SCROLL_ZONE ? y - SCROLL_ZONE : Math.max(0, y - height + SCROLL_ZONE);
  if (depth !== 0) frame.window.scrollBy({ top: (depth / SCROLL_ZONE) * SCROLL_SPEED, behavior: 'instant' });
}

async function land(
  editing: Editing,
  dragged: Dragged,
  name: string,
  target: DropTarget,
  ref: string | undefined,
): Promise<void> {
  const { editor, focusNode } = editing;
  if (ref && !(await prepare(editor, ref, target))) return;
  const { page } = editor.get();
  if (!page) return;
  if (dragged.kind === 'node') {
    const { nodeId } = dragged;
    if (moveNode(editor, nodeId, name, target)) focusNode(nodeId);
    return;
  }
  const insertion = ref ? insertPlugin(page, ref, target) : insertRow(page, 2, target);
  if (!putIn(editor, t`Add ${inSentence(name)}`, t`The ${inSentence(name)} was not added.`, insertion))
    return;
  announceMove(editor, name, insertion.nodeId);
  focusNode(insertion.nodeId);
}
