/** What the tests of saving have in common: an editor with one change in it, and a server that answers as it is told. */
import { beforeEach } from 'vitest';
import { ProblemError } from '../../../api/problem.ts';
import type { Action } from '../../../page/actions/types.ts';
import type { BranchRender, PageRender } from '../../../page/types.ts';
import { samplePage } from '../../sample-page.ts';
import type { Lost } from '../../store/editor-state.ts';
import { createEditorStore, type EditorStore } from '../../store/editor-store.ts';
import { takeKeptQueue } from '../kept-queue.ts';
import type { PageSave } from '../page-api.ts';
import { createSaver } from '../saver.ts';

export const write = (pluginId: string, content: string): Action => ({
  name: 'PLUGIN_UPDATE',
  pluginId,
  fields: { content },
});

export const actionsIn = (save: PageSave) => save.changes.flatMap(({ actions }) => actions);

export function answerTo(save: PageSave): PageRender {
  const answer = samplePage(8);
  for (const action of actionsIn(save)) {
    if (action.name !== 'PLUGIN_UPDATE') continue;
    answer.plugins[action.pluginId] = {
      id: action.pluginId,
      ref: 'cms.text',
      fields: action.fields,
      version: 8,
    };
  }
  return answer;
}

export const ANNE = 'anne';
export const kept = () => takeKeptQueue(ANNE, 'page');
export let editor: EditorStore;
export let sent: PageSave[];
export let lost: Lost[];
/** What the changes were called that somebody was told are lost. */
export const labelsLost = () => lost.flatMap(({ dropped }) => dropped.map(({ label }) => label));
/** How the server answers; a test may put another answer there. */
export const server: {
  respond: (save: PageSave) => PageRender;
  /** The page as somebody who reads it gets it. */
  page?: PageRender;
  /** As somebody who reads it gets it, on whatever page; undefined where it is not there any more. */
  block?: () => BranchRender | undefined;
} = { respond: answerTo };

/** `takeIn`: what somebody types in a field meanwhile. */
export const saver = (of: EditorStore = editor, takeIn?: () => void) =>
  createSaver(
    of,
    async (save) => {
      sent.push(save);
      const answer = server.respond(save);
      return { answer, version: answer.version };
    },
    {
      readAgain: async () => server.page,
      readBlock: async () => server.block?.(),
      takeIn,
      onSaved: () => undefined,
      onLost: (some) => lost.push(some),
    },
  );
export const refuse = (status: number, body: Record<string, unknown>) => () => {
  throw new ProblemError(status, body);
};

/** To be called once in a file of tests. */
export function resetBench(): void {
  beforeEach(() => {
    sessionStorage.clear();
    editor = createEditorStore();
    editor.open(samplePage(), { userId: ANNE });
    sent = [];
    lost = [];
    server.respond = answerTo;
    server.page = undefined;
    server.block = undefined;
    editor.change('Write', [write('p-one', '<p>x</p>')]);
  });
}
