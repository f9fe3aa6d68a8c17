import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { pageOf, planned, rowOf, service, show } from './testing.tsx';
import { STATES } from './words.ts';

beforeEach(() => storeClaims(claimsWith('ecom:write')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
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
