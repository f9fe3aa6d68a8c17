/** Loads what a person may open next, once the caret is there and nobody waits for anything. */
import { afterCaret, whenIdle } from '../ui/when-idle.ts';
import { loadLooks } from './canvas/page-styles.ts';
import { loadSlashMenu } from './text/slash.tsx';

type Load = () => Promise<unknown>;

const dialogs: Load[] = [() => import('./dialogs/page-dialogs.tsx')];

const NEXT: Load[] = [
  loadSlashMenu,
  () => import('./panels/palette.tsx'),
  () => import('./settings/plugin-modal.tsx'),
  () => import('./panels/outline.tsx'),
  () => import('./settings/node-settings.tsx'),
  loadLooks,
  loadDialogs,
];

let isDone = false;

/** Names what else the dialogs of pages are made of: their form is the administration's. */
export function addToDialogs(load: Load): void {
  if (!dialogs.includes(load)) dialogs.push(load);
}

/** 'New page' and 'Page settings', as soon as somebody is about to open them. */
export function loadDialogs(): Promise<unknown> {
  return Promise.allSettled(dialogs.map((load) => load()));
}

/** One after another, each when there is time: no keystroke waits for more than one of them. */
export function loadAhead(): void {
  if (isDone) return;
  isDone = true;
  const step = (left: readonly Load[]) => {
    const [first, ...rest] = left;
    // What fails here is tried again, and told, when it is wanted.
    if (first)
      whenIdle(
        () =>
          void first().then(
            () => step(rest),
            () => undefined,
          ),
      );
  };
  afterCaret(() => step(NEXT));
}
