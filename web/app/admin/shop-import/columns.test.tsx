import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { chosen, planned, service, show, uploaded } from './testing.tsx';
import { STATES } from './words.ts';

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
