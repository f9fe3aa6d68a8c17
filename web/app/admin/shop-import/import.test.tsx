import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './screen.tsx';
import { STATES } from './words.ts';

const uploaded = {
  id: '0198',
  kind: 'products',
  state: 'uploaded',
  name: 'file.csv',
  size: 10,
  format: 'other',
  createdAt: '2026-01-02T10:00:00Z',
  finishedAt: null,
  createdBy: 'user',
  counts: { create: 0, change: 0, same: 0, skip: 0, error: 0 },
  encoding: 'utf-8',
  delimiter: ',',
  headers: ['Artikel', 'Preis'],
  samples: [['a'], ['10']],
  columns: [null, null],
  recognised: [null, null],
  fields: ['sku', 'price', 'name'],
  fetchesImages: false,
  jobId: null,
  isUnderWay: false,
  preview: null,
  wasCancelled: false,
  fault: null,
  imagesLeft: 0,
  imagesMissing: 0,
};
const counts = { ...uploaded.counts, create: 1 };
const planned = { ...uploaded, state: 'planned', preview: 'first', counts, columns: ['sku', 'price'] };
const rowOf = (title: string) => ({
  number: 2,
  outcome: 'create',
  title,
  changes: [],
  notes: [],
  faults: [],
});
const pageOf = (...results: unknown[]) => ({ results, total: results.length, start: 0, limit: 100 });

/** An import of the service, which answers calls that write as told. */
const service = (
  first: object,
  write: (call: Call, change: (to: object) => void) => number | Promise<number>,
) => {
  let found: Record<string, unknown> = { ...first };
  let rows = pageOf(rowOf('Before'));
  const calls = answerCalls(async (call) => {
    if (call.path === '/cms/site') return { body: { hasEcom: true } };
    if (call.path.endsWith('/rows')) return { body: rows };
    if (call.path.endsWith('/missing-images'))
      return {
        body: pageOf({
          id: 'i1',
          row: 7,
          faults: [{ address: 'https://example.org/a.png', detail: 'The site answers with 404.' }],
        }),
      };
    if (call.path.startsWith('/ecom/jobs/'))
      return { body: { id: 'j1', state: 'running', progress: 0, message: null, isCancellable: true } };
    if (call.method === 'GET') return { body: found };
    const status = await write(call, (to) => {
      found = { ...found, ...to };
      rows = pageOf(rowOf('After'));
    });
    return status < 400
      ? { status, body: {} }
      : { status, body: { code: 'import_not_ready', title: 'No', detail: 'Refused.', requestId: 'r-1' } };
  });
  return calls;
};

const show = () => renderScreen([{ path: '/cms-ecom/*', Component: AdminScreen }], '/cms-ecom/import/0198');

const chosen = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;

beforeEach(() => storeClaims(claimsWith('ecom:write')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('the columns of an import', () => {
  it('stay chosen when the preview is refused', async () => {
    let answer = 409;
    service(uploaded, () => answer);
    const { user } = show();
    await user.selectOptions(await screen.findByLabelText('What Artikel is'), 'sku');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    // Where it is put right, not at the edge of a screen over the button that is pressed next.
    expect((await screen.findByText('Refused.')).closest('[aria-label="Columns"]')).not.toBeNull();
    expect(chosen('What Artikel is')).toBe('sku');
    answer = 202;
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await waitFor(() => expect(screen.queryByText('Refused.')).toBeNull());
  });

  it('stay chosen, and their card open, when those of a preview are changed and that is refused', async () => {
    service(planned, () => 409);
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    await user.selectOptions(screen.getByLabelText('What Preis is'), 'name');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByText('Refused.');
    expect(chosen('What Preis is')).toBe('name');
  });

  it('say with a message that somebody else was faster, and nothing of it once that is over', async () => {
    let change: (to: object) => void = () => undefined;
    service(uploaded, (_, to) => {
      change = to;
      change({ state: 'planning', jobId: 'j1', isUnderWay: true });
      return 409;
    });
    const { user, queryClient } = show();
    await user.selectOptions(await screen.findByLabelText('What Artikel is'), 'sku');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByRole('region', { name: STATES.planning });
    // Theirs is on the screen: without a word it would be taken for one's own.
    await screen.findByText('Refused.');
    change({ ...planned, isUnderWay: false });
    await queryClient.invalidateQueries();
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    const card = await screen.findByRole('region', { name: 'Columns' });
    expect(within(card).queryByRole('alert')).toBeNull();
  });

  it('forget what a preview was refused for once somebody else has made one', async () => {
    let change: (to: object) => void = () => undefined;
    service(planned, (_, to) => {
      change = to;
      return 409;
    });
    const { user, queryClient } = show();
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByText('Refused.');
    change({ state: 'planning', jobId: 'j1', isUnderWay: true });
    await queryClient.invalidateQueries();
    await screen.findByRole('region', { name: STATES.planning });
    change({ ...planned, isUnderWay: false });
    await queryClient.invalidateQueries();
    await screen.findByRole('region', { name: 'Columns' });
    expect(screen.queryByText('Refused.')).toBeNull();
  });

  it('stay chosen where the server fails, whose message has a reference', async () => {
    service(uploaded, () => 500);
    const { user } = show();
    await user.selectOptions(await screen.findByLabelText('What Artikel is'), 'sku');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByText('Reference r-1');
    expect(chosen('What Artikel is')).toBe('sku');
  });

  it('survive that somebody else has begun something meanwhile', async () => {
    service(planned, () => 202);
    const { user, queryClient } = show();
    await user.click(await screen.findByRole('button', { name: 'Change columns' }));
    await user.selectOptions(screen.getByLabelText('What Preis is'), 'name');
    const [key] = queryClient
      .getQueryCache()
      .findAll({ predicate: ({ state }) => (state.data as { id?: string })?.id === '0198' });
    queryClient.setQueryData(key?.queryKey ?? [], {
      ...planned,
      state: 'applying',
      jobId: 'j1',
      isUnderWay: true,
    });
    await waitFor(() => expect(screen.queryByLabelText('What Preis is')).toBeNull());
    queryClient.setQueryData(key?.queryKey ?? [], planned);
    await waitFor(() => expect(chosen('What Preis is')).toBe('name'));
  });
});

describe('columns by their headers and by hand', () => {
  const known = {
    ...uploaded,
    headers: ['SKU', 'Preis', 'Bemerkung'],
    samples: [['a'], ['10'], []],
    columns: ['sku', null, null],
    recognised: ['sku', null, null],
  };

  it('ask first for those that nobody has recognised', async () => {
    service(known, () => 202);
    show();
    await screen.findByRole('heading', { name: 'Not recognised 2' });
    const labels = screen.getAllByRole('combobox').map((each) => each.getAttribute('aria-label'));
    expect(labels).toEqual(['What Preis is', 'What Bemerkung is', 'What SKU is']);
    expect(screen.getByRole('heading', { name: 'Recognised 1' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Reset columns' })).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('put what is recognised first in a file of a program that is known', async () => {
    service({ ...known, format: 'woocommerce' }, () => 202);
    show();
    await screen.findByLabelText('What SKU is');
    const labels = screen.getAllByRole('combobox').map((each) => each.getAttribute('aria-label'));
    expect(labels).toEqual(['What SKU is', 'What Preis is', 'What Bemerkung is']);
  });

  it('come after the question about images, which is seen without passing them all', async () => {
    service({ ...known, columns: ['sku', 'images', null] }, () => 202);
    show();
    const question = await screen.findByLabelText('Fetch images into the media library');
    const [first] = screen.getAllByRole('combobox');
    expect(question.compareDocumentPosition(first as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('are as they were last chosen, which is said and can be taken back', async () => {
    const calls = service({ ...known, columns: ['name', 'price', null] }, () => 202);
    const { user } = show();
    await screen.findByText('As last chosen for a file with the same headers.');
    expect(chosen('What Preis is')).toBe('price');
    await user.click(screen.getByRole('button', { name: 'Reset columns' }));
    expect([chosen('What SKU is'), chosen('What Preis is')]).toEqual(['sku', '']);
    expect(screen.queryByText('As last chosen for a file with the same headers.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
        columns: ['sku', null, null],
        fetchesImages: false,
      }),
    );
  });

  it('are remembered once chosen, and a field is for one column', async () => {
    service(known, () => 202);
    const { user } = show();
    const price = await screen.findByLabelText('What Preis is');
    await user.selectOptions(price, 'price');
    await screen.findByText('Your choice is remembered for files with the same headers.');
    const other = screen.getByLabelText('What Bemerkung is');
    const option = [...other.querySelectorAll('option')].find(({ value }) => value === 'price');
    expect(option?.disabled).toBe(true);
  });

  it('can be looked at and not changed by who may only read', async () => {
    storeClaims(claimsWith('ecom:read'));
    service({ ...known, columns: ['sku', 'price', null] }, () => 202);
    show();
    expect((await screen.findByLabelText<HTMLSelectElement>('What Preis is')).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Reset columns' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  });
});

describe('a preview', () => {
  it('is not shown any more once there is another', async () => {
    service(planned, (_, change) => {
      change({ preview: 'second', fault: 'The shop has changed.' });
      return 202;
    });
    const { user } = show();
    await screen.findByText('Before');
    await user.click(screen.getByRole('button', { name: 'Import 1 row' }));
    await screen.findByText('The shop has changed.');
    expect(screen.queryByText('Before')).toBeNull();
    await screen.findByText('After');
  });
});

describe('the keyboard', () => {
  const isLost = () => document.activeElement === document.body;

  it('stays with an import that is begun and done', async () => {
    let change: (to: object) => void = () => undefined;
    service(planned, (_, to) => {
      change = to;
      change({ state: 'applying', jobId: 'j1', isUnderWay: true });
      return 202;
    });
    const { user, queryClient } = show();
    (await screen.findByRole('button', { name: 'Import 1 row' })).focus();
    await user.keyboard('{Enter}');
    const card = await screen.findByRole('region', { name: STATES.applying });
    await waitFor(() => expect(card.contains(document.activeElement)).toBe(true));
    (await within(card).findByRole('button', { name: 'Cancel' })).focus();
    change({ state: 'done', jobId: null, isUnderWay: false });
    await queryClient.invalidateQueries();
    // One card all along, whose live region tells of each step.
    expect(await screen.findByRole('region', { name: 'Result of the import' })).toBe(card);
    await waitFor(() => expect(card.contains(document.activeElement)).toBe(true));
  });

  it('stays with a preview that is begun, and with columns that are changed', async () => {
    service(planned, (_, change) => {
      change({ state: 'planning', jobId: 'j1', isUnderWay: true });
      return 202;
    });
    const { user } = show();
    (await screen.findByRole('button', { name: 'Change columns' })).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('region', { name: 'Columns' });
    await waitFor(() => expect(isLost()).toBe(false));
    screen.getByRole('button', { name: 'Preview' }).focus();
    await user.keyboard('{Enter}');
    const card = await screen.findByRole('region', { name: STATES.planning });
    await waitFor(() => expect(card.contains(document.activeElement)).toBe(true));
  });
});

describe('an import that somebody else has begun', () => {
  const applying = { ...planned, state: 'applying', jobId: 'job', isUnderWay: true };

  /** What the service tells of its job. */
  const follow = (job: () => { status?: number; body: object }) => {
    let found: object = applying;
    const calls = answerCalls(({ path }) => {
      if (path === '/cms/site') return { body: { hasEcom: true } };
      if (path.startsWith('/ecom/jobs')) return job();
      return { body: path.endsWith('/rows') ? pageOf(rowOf('After')) : found };
    });
    const end = () => {
      found = { ...applying, state: 'done', isUnderWay: false };
    };
    return { calls, end };
  };
  const missing = { status: 404, body: { title: 'Not found', code: 'job_not_found', errors: [] } };

  it('is seen to end, though its job is nothing to ask for again and again', async () => {
    const { calls, end } = follow(() => missing);
    show();
    await screen.findByRole('progressbar');
    const asked = () => calls.filter(({ path }) => path === '/ecom/jobs/job').length;
    const looked = () => calls.filter(({ path }) => path.startsWith('/ecom/imports/')).length;
    await waitFor(() => expect(asked()).toBe(1));
    // The import itself is looked at as often as a job would be.
    const before = looked();
    await waitFor(() => expect(looked()).toBeGreaterThan(before + 2));
    end();
    await screen.findByText('Imported: 1 new and 0 changed rows.');
    expect(asked()).toBe(1);
  });

  it('is cancelled by those alone whom its job lets', async () => {
    follow(() => missing);
    const { unmount } = show();
    await screen.findByRole('progressbar');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    unmount();
    follow(() => ({
      body: { id: 'job', state: 'running', progress: 0.1, message: null, isCancellable: true },
    }));
    show();
    await screen.findByRole('button', { name: 'Cancel' });
  });
});

describe('a preview that may only be read', () => {
  it('asks nobody to confirm it', async () => {
    storeClaims(claimsWith('ecom:read'));
    service(planned, () => 202);
    show();
    await screen.findByText('Nothing has changed. This is what the import would do.');
    expect(screen.queryByText('Confirm the import')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });
});

describe('a row of a preview', () => {
  it('says what a new record has, and nothing of fields that stay empty', async () => {
    const changes = [
      { field: 'name', before: null, after: 'VAT' },
      { field: 'town', before: null, after: null },
    ];
    answerCalls(({ path }) => {
      if (path === '/cms/site') return { body: { hasEcom: true } };
      return { body: path.endsWith('/rows') ? pageOf({ ...rowOf('VAT GB'), changes }) : planned };
    });
    show();
    await screen.findByText('VAT GB');
    expect(screen.getByText('Name:').parentElement?.textContent).toBe('Name: VAT');
    expect(screen.queryByText('Town:')).toBeNull();
  });
});

describe('missing images', () => {
  const done = { ...planned, state: 'done', imagesMissing: 1 };

  it('are listed, and gone once they were fetched again', async () => {
    const calls = service(done, (_, change) => {
      change({ imagesMissing: 0 });
      return 202;
    });
    const { user } = show();
    await screen.findByText('https://example.org/a.png');
    screen.getByText('Row 7: The site answers with 404.');
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Fetch them again' }));
    await waitFor(() => expect(screen.queryByText('https://example.org/a.png')).toBeNull());
    expect(calls.some(({ path }) => path === '/ecom/imports/0198/image-retries')).toBe(true);
  });

  it('cannot be fetched again while they are being fetched', async () => {
    service({ ...done, imagesLeft: 2, isUnderWay: true }, () => 202);
    show();
    await screen.findByText('Images of 2 products are still being fetched.');
    expect(screen.queryByRole('button', { name: 'Fetch them again' })).toBeNull();
  });

  it('are fetched on when that has stopped', async () => {
    service({ ...done, imagesMissing: 0, imagesLeft: 2 }, () => 202);
    show();
    await screen.findByText('Fetching stopped before it was done: images of 2 products are left.');
    screen.getByRole('button', { name: 'Fetch them again' });
  });
});
