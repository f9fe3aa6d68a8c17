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
import { useToasts } from '../../../ui/toast.ts';
import { insertBranchRow } from '../../inserting/insert.ts';
import type { Lost } from '../../store/editor-state.ts';
import { createEditorStore } from '../../store/editor-store.ts';
import { unsavedCount } from '../../store/queue.ts';
import { type Side, scopeOf } from '../decisions.ts';
import { discardKept } from '../discard.ts';
import { takeKeptQueue } from '../kept-queue.ts';
import { closeUnlessAt, keepAtSessionEnd, wouldLose } from '../leaving.ts';
import { fetchBranch, readBlock, readPage, savePage } from '../page-api.ts';
import { type Asking, createSaver, theirsIn } from '../saver.ts';

interface Tab {
  name: string;
  storage: Map<string, string>;
  editor: ReturnType<typeof createEditorStore>;
  saver: ReturnType<typeof createSaver>;
  /** Saves that were sent and have no answer. */
  open: Set<number>;
  /** What was asked for and is not read yet. */
  reading: number;
  /** Discards that wait for the answer to a save. */
  discarding: number;
  /** The changes that were kept through a login and can be discarded. */
  kept: ReadonlySet<Id>;
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
  | { name: 'discard' }
  | { name: 'showBlock'; blockId: Id; parentId: Id; index: number }
  | { name: 'answer'; request: number; status: number; version?: string; body: string; isRead?: true }
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
  const waits = { open: new Set<number>(), reading: 0, discarding: 0 };
  const tab: Tab = { name, storage: new Map(), editor, saver, ...waits, kept: new Set(), lost };
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
  const { pathname, search } = new URL(request.url);
  const path = `${pathname}${search}`;
  const key = request.headers.get('Idempotency-Key');
  const answer = new Promise<Response | Error>((resolve) => waiting.set(number, resolve));
  const tab = current.getStore();
  const userId = tab?.editor.get().userId;
  const { method } = request;
  // At once: who was answered a moment ago may be asking for the next.
  if (method === 'GET' && tab) tab.reading += 1;
  write({ request: number, method, tab: tab?.name, userId, path, key, body: await request.text() });
  if (method !== 'GET') tab?.open.add(number);
  const arrived = await answer;
  // Who has asked goes on first.
  if (method === 'GET' && tab) setImmediate(() => setImmediate(() => (tab.reading -= 1)));
  if (arrived instanceof Error) throw arrived;
  return arrived;
};

function open(tab: Tab, render: PageRender, userId: Id): void {
  const { editor, lost } = tab;
  const kept = takeKeptQueue(userId, render.page.id);
  lost.push({ dropped: editor.open(render, { userId, kept }), unreachable: [] });
  editor.setMode({ name: 'edit' });
  tab.kept = new Set(editor.unsaved().map(({ id }) => id));
}

async function discard(tab: Tab): Promise<void> {
  const { editor, saver, kept } = tab;
  const pageId = editor.get().base?.page.id;
  if (!pageId) return;
  tab.discarding += 1;
  await discardKept({ editor, saver }, pageId, kept);
  tab.discarding -= 1;
}

/** Puts a block on the page, which may have to be read for it. */
async function showBlock({ editor }: Tab, blockId: Id, parentId: Id, index: number): Promise<void> {
  const pageId = editor.get().page?.page.id;
  if (!pageId) return;
  if (!editor.hasBlock(blockId)) editor.lend(await fetchBranch(pageId, blockId));
  const { page } = editor.get();
  if (page) editor.change('show', insertBranchRow(page, blockId, { parentId, index }).actions);
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
    case 'discard':
      return void discard(tab);
    case 'showBlock': {
      const { blockId, parentId, index } = command;
      return void showBlock(tab, blockId, parentId, index);
    }
    case 'answer':
      return deliver(tab, command);
    case 'look':
      return undefined;
  }
}

/** What somebody is shown who is to decide a conflict. */
function askedIn(status: Asking) {
  const { conflicts } = status.answer;
  const actions = status.sent.changes.flatMap((set) => set.actions);
  return { conflicts, actions, current: theirsIn(status) };
}

/** The labels of what a discarding said to be lost, which it says by itself. */
function takeSaidLost(): string[] {
  const { toasts } = useToasts.getState();
  useToasts.setState({ toasts: [] });
  return toasts.flatMap(({ kind, detail }) => (kind === 'danger' && detail ? detail.split(', ') : []));
}

function look({ editor, saver, lost, kept, discarding }: Tab) {
  const { page, base, queue, lent, userId } = editor.get();
  const { status } = saver.status.getState();
  return {
    page,
    userId,
    version: base?.version,
    unsaved: unsavedCount(queue),
    kept: editor.unsaved().filter(({ id }) => kept.has(id)).length,
    isLent: lent.length > 0,
    isDiscarding: discarding > 0,
    isSending: queue.sending !== undefined,
    status: status.name,
    conflict: status.name === 'conflict' ? askedIn(status) : undefined,
    dropped: [
      ...lost.splice(0).flatMap(({ dropped }) => dropped.map(({ label }) => label)),
      ...takeSaidLost(),
    ],
  };
}

/** Until the tab has done all that follows by itself: it waits for nothing, or for an answer that somebody has to give. */
async function quiet(tab: Tab): Promise<void> {
  const isBusy = () => tab.discarding > 0 || tab.saver.status.getState().status.name === 'saving';
  do await new Promise(setImmediate);
  while (tab.reading > 0 || (tab.open.size === 0 && isBusy()));
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const command = JSON.parse(line) as Command;
  // To what is read while a command is done: the command goes on by it.
  if (command.name === 'answer' && command.isRead) return deliver(tabNamed(command.tab), command);
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
