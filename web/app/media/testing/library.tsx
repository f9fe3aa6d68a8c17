/** For tests: the library, with a service that answers as ours does. */
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { vi } from 'vitest';
import type { FileRecord } from '../../api/files.ts';
import { answerCalls, type Call, renderScreen } from '../../testing/screen.tsx';
import { Library, type LibraryProps } from '../library.tsx';
import { HOME, type Place } from '../place.ts';
import { aFile, aFolder } from '../testing.ts';

interface Service {
  files: FileRecord[];
  /** The status of every answer. */
  status: number;
  /** What the service answers to a change. */
  onChange: (call: Call) => { status?: number; body?: unknown };
}

const folders = [aFolder('Summer', 2), aFolder('Team')];
const nothingChanged = () => ({ body: { success: [], files: [], folders: [], failed: {}, total: 0 } });

export const service: Service = { files: [], status: 200, onChange: nothingChanged };
/** What the service was asked. */
export const calls: Call[] = [];

function answer(call: Call) {
  calls.push(call);
  const { path, query, method } = call;
  const { files, status, onChange } = service;
  if (status !== 200) return { status, body: { title: 'No' } };
  if (method !== 'GET') return onChange(call);
  if (path === '/cms/buckets') return { body: { results: folders, total: 2, start: 0, limit: 100 } };
  if (path.endsWith('/contents')) return { body: { results: [], total: 0, start: 0, limit: 0 } };
  if (path.endsWith('/uses')) return { body: { uses: [], total: 0, hidden: 0 } };
  if (path.startsWith('/cms/files/')) return { body: files.find(({ id }) => path.endsWith(id)) };
  if (path === '/cms/file-entities') {
    const start = Number(query.get('start'));
    const page = files.slice(start, start + 100);
    return { body: { folder: null, folders, files: page, total: files.length, start, limit: 100 } };
  }
  return { body: { results: [], files: [], folders: [], total: 0, start: 0, limit: 100 } };
}

/** The service as it is before each test. */
export function begin(): void {
  service.files = ['boat', 'crane', 'dock'].map((id) => aFile(id));
  service.status = 200;
  service.onChange = nothingChanged;
  // Nothing is laid out here: what is in view is told by these.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(640);
  calls.length = 0;
  answerCalls(answer);
}

function Shown(props: Partial<LibraryProps>) {
  const [place, setPlace] = useState<Place>(HOME);
  return (
    <main>
      <Library
        place={place}
        onPlace={(change) => setPlace((before) => ({ ...before, ...change }))}
        {...props}
      />
    </main>
  );
}

export function show(props: Partial<LibraryProps> = {}) {
  return renderScreen([{ path: '/', element: <Shown {...props} /> }], '/');
}

export const cells = () => screen.getAllByRole('gridcell');
export const cell = (name: string) => screen.findByRole('gridcell', { name: new RegExp(`^${name}`) });
export const chosen = () =>
  cells()
    .filter((each) => each.getAttribute('aria-selected') === 'true')
    .map((each) => each.textContent?.match(/^\w+/)?.[0]);
export const sent = (path: string) => calls.find((call) => call.path === path)?.body;
