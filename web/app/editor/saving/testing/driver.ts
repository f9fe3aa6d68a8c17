/**
 * Editors without a screen, for tests that drive several of them against the real service: their stores, savers and kept
 * queues, in a process that reads commands and writes answers, a line of JSON each. The process writes an
 * editor's request as a line, too. The test that runs the process decides when the request arrives, and what
 * becomes of its answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createInterface } from 'node:readline';
import type { Action } from '../../../page/actions/types.ts';
import type { Id, PageRender } from '../../../page/types.ts';
import type { Lost, NextSave } from '../../store/editor-state.ts';
import { createEditorStore } from '../../store/editor-store.ts';
import { unsavedCount } from '../../store/queue.ts';
import { type Side, scopeOf } from '../decisions.ts';
import { takeKeptQueue } from '../kept-queue.ts';
import { closeUnlessAt, keepAtSessionEnd, wouldLose } from '../leaving.ts';
import { readBlock, readPage, savePage } from '../page-api.ts';
import { createSaver } from '../saver.ts';

interface Tab {
  name: string;
  storage: Map<string, string>;
  editor: ReturnType<typeof createEditorStore>;
  saver: ReturnType<typeof createSaver>;
  /** Requests that were sent and have no answer. */
  open: Set<number>;
  /** What was said to be lost since the last answer. */
  lost: Lost[];
}

type Command = { tab: string; number: number } & (
  | { name: 'open'; render: PageRender; userId: Id }
  | { name: 'endSession' }
  | { name: 'back'; path: string; isStaying: boolean }
  | { name: 'change'; label: string; actions: Action[]; mergeKey?: string }
  | { name: 'undo' | 'redo' | 'save' | 'look' }
  | { name: 'refresh'; render: PageRender }
  | { name: 'decide'; sides: Record<string, Side> }
  | { name: 'answer'; request: number; status: number; version?: string; body: string }
);

const current = new AsyncLocalStorage<Tab>();
const tabs = new Map<string, Tab>();
const waiting = new Map<number, (answer: Response | Error) => void>();
let requests = 0;

const write = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

function tabNamed(name: string): Tab {
  const known = tabs.get(name);
  if (known) return known;
  const editor = createEditorStore();
  const lost: Lost[] = [];
  const saver = createSaver(editor, savePage, {
    readAgain: readPage,
    readBlock,
    onSaved: () => undefined,
    onLost: (some) => lost.push(some),
  });
  const tab: Tab = { name, storage: new Map(), editor, saver, open: new Set(), lost };
  tabs.set(name, tab);
  return tab;
}

// A tab's own storage, whichever tab goes on after waiting.
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (key: string) => current.getStore()?.storage.get(key) ?? null,
    setItem: (key: string, value: string) => current.getStore()?.storage.set(key, value),
    removeItem: (key: string) => current.getStore()?.storage.delete(key),
  },
});
// Addresses are relative in a browser, and no request gives up by itself while its answer is held.
globalThis.Request = class extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, 'http://site.test') : input, init);
  }
};
AbortSignal.timeout = () => new AbortController().signal;
globalThis.fetch = async (input) => {
  const request = input as Request;
  requests += 1;
  const number = requests;
  const path = new URL(request.url).pathname;
  const key = request.headers.get('Idempotency-Key');
  const answer = new Promise<Response | Error>((resolve) => waiting.set(number, resolve));
  const tab = current.getStore();
  const userId = tab?.editor.get().userId;
  write({ request: number, tab: tab?.name, userId, path, key, body: await request.text() });
  tab?.open.add(number);
  const arrived = await answer;
  if (arrived instanceof Error) throw arrived;
  return arrived;
};

function open({ editor, lost }: Tab, render: PageRender, userId: Id): void {
  const kept = takeKeptQueue(userId, render.page.id);
  lost.push({ dropped: editor.open(render, { userId, kept }), unreachable: [] });
  editor.setMode({ name: 'edit' });
}

/** The session ends, and the page is loaded anew for the login. */
function endSession({ editor }: Tab): void {
  keepAtSessionEnd(editor, undefined);
  editor.close();
}

/** Another page is in the frame: the router goes to it, unless there is something to ask about and somebody stays. */
function back({ editor }: Tab, path: string, isStaying: boolean): void {
  if (wouldLose(editor, path) && isStaying) return;
  closeUnlessAt(editor, path);
}

function refresh({ editor, lost }: Tab, render: PageRender): void {
  const { base, queue } = editor.get();
  if (!queue.sending && render.version > (base?.version ?? 0)) lost.push(editor.rebase(render));
}

function decide({ saver }: Tab, sides: Record<string, Side>): void {
  const { status } = saver.status.getState();
  if (status.name !== 'conflict') return;
  const clashes = status.answer.conflicts.map(scopeOf);
  void saver.resolve({ clashes, sides: new Map(Object.entries(sides)) });
}

function deliver(tab: Tab, command: Extract<Command, { name: 'answer' }>): void {
  tab.open.delete(command.request);
  const { request, status, version, body } = command;
  const headers: Record<string, string> = {
    'Content-Type': status < 300 ? 'application/json' : 'application/problem+json',
  };
  if (version) headers['Saved-Version'] = version;
  waiting.get(request)?.(status === 0 ? new TypeError('lost') : new Response(body, { status, headers }));
  waiting.delete(request);
}

function run(tab: Tab, command: Command): unknown {
  const { editor, saver } = tab;
  switch (command.name) {
    case 'open':
      return open(tab, command.render, command.userId);
    case 'endSession':
      return endSession(tab);
    case 'back':
      return back(tab, command.path, command.isStaying);
    case 'change':
      return editor.change(command.label, command.actions, { mergeKey: command.mergeKey });
    case 'undo':
      return editor.undo();
    case 'redo':
      return editor.redo();
    case 'save':
      return void saver.save();
    case 'refresh':
      return refresh(tab, command.render);
    case 'decide':
      return decide(tab, command.sides);
    case 'answer':
      return deliver(tab, command);
    case 'look':
      return undefined;
  }
}

const sentBy = ({ changes }: NextSave) => changes.flatMap(({ actions }) => actions);

function look({ editor, saver, lost }: Tab) {
  const { page, base, queue, userId } = editor.get();
  const { status } = saver.status.getState();
  return {
    page,
    userId,
    version: base?.version,
    unsaved: unsavedCount(queue),
    isSending: queue.sending !== undefined,
    status: status.name,
    conflict: status.name === 'conflict' ? { ...status.answer, actions: sentBy(status.sent) } : undefined,
    dropped: lost.splice(0).flatMap(({ dropped }) => dropped.map(({ label }) => label)),
  };
}

/** Until the tab has done all that follows by itself: it waits for nothing, or for an answer that somebody has to give. */
async function quiet({ saver, open }: Tab): Promise<void> {
  do await new Promise(setImmediate);
  while (saver.status.getState().status.name === 'saving' && open.size === 0);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const command = JSON.parse(line) as Command;
  const tab = tabNamed(command.tab);
  void current.run(tab, async () => {
    let fault: string | undefined;
    try {
      run(tab, command);
    } catch (error) {
      fault = String(error);
    }
    await quiet(tab);
    write({ number: command.number, fault, ...look(tab) });
  });
});
