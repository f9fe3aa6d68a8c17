import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { listen } from '../testing/heard.ts';
import { answerCalls, type Call, renderScreen } from '../testing/screen.tsx';
import { CommittedField } from './committed-field.tsx';
import { FieldForm } from './field-form.tsx';
import ListField from './list/input.tsx';
import { commitPending } from './pending.ts';
import type { FieldDefinitions } from './types.ts';

let values: Record<string, unknown>;
let calls: Call[];

const page = (title: string, url: string, scopeWhitelist: string[] = []) => ({
  id: `0199a1b2-0000-7000-8000-${String(title.length).padStart(12, '0')}`,
  title,
  url,
  config: { scopeWhitelist },
});
const PAGES = [
  page('About us', '/about'),
  page('Board', '/board', ['club']),
  page('Not Found', '/error/404'),
];

beforeEach(() => {
  calls = answerCalls(({ path, query }) => {
    const words = (query.get('q') ?? '').toLowerCase();
    const results = PAGES.filter(({ title }) => title.toLowerCase().includes(words));
    const one = PAGES.find(({ id }) => path.endsWith(id));
    return { body: one ?? { results, total: results.length, start: 0, limit: 8 } };
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(definitions: FieldDefinitions, initial: Record<string, unknown> = {}) {
  function Form() {
    const [current, setCurrent] = useState(initial);
    values = current;
    return <FieldForm definitions={definitions} values={current} onChange={setCurrent} />;
  }
  const Component = () => (
    <main>
      <Form />
    </main>
  );
  return renderScreen([{ path: '/', Component }], '/');
}

describe('a list', () => {
  const definitions: FieldDefinitions = {
    links: {
      type: 'list',
      label: 'Links',
      maxItems: 2,
      item: { href: { type: 'address', label: 'Address' } },
    },
  };

  it('says at the item what is wrong with it', async () => {
    show(definitions, { links: [{ href: '/good' }, { href: 'javascript:x()' }] });
    const [good, bad] = await screen.findAllByLabelText('Address');
    expect(good?.getAttribute('aria-invalid')).not.toBe('true');
    expect(bad?.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(/^Enter a web address/)).toHaveLength(1);
  });

  it('says of itself when it is too long', async () => {
    show(definitions, { links: [{}, {}, {}] });
    await screen.findByText('There can be 2 at most.');
  });

  it('keeps the keyboard with the item that is added, moved or removed', async () => {
    const { user } = show(definitions, { links: [{ href: '/one' }] });
    await user.click(await screen.findByRole('button', { name: 'Add item' }));
    await user.keyboard('/two');
    expect(values).toEqual({ links: [{ href: '/one' }, { href: '/two' }] });
    const focused = () =>
      document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
    await user.click(screen.getByRole('button', { name: 'Move item 2 up' }));
    // It is the first now, and its way back is at hand.
    expect(focused()).toBe('Move item 1 down');
    await user.click(screen.getByRole('button', { name: 'Remove item 2' }));
    expect(focused()).toBe('Remove item 1');
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Add item');
    expect(values).toEqual({ links: [] });
  });
});

describe('lines of a table', () => {
  it('are moved and removed from one menu, which the keyboard follows', async () => {
    let items = [{ id: 'a' }, { id: 'b' }] as Record<string, unknown>[];
    const Component = () => {
      const [value, setValue] = useState(items);
      items = value;
      return (
        <ListField
          isCompact
          definition={{ type: 'list', label: 'Lines', item: {} }}
          value={value}
          onChange={(next) => setValue(next as typeof items)}
          drawItem={({ id }) => <span>{String(id)}</span>}
        />
      );
    };
    const { user } = renderScreen([{ path: '/', Component }], '/');
    const focused = () => document.activeElement?.getAttribute('aria-label');
    const choose = async (item: number, what: string) => {
      await user.click(await screen.findByRole('button', { name: `Move or remove item ${item}` }));
      await user.click(await screen.findByRole('menuitem', { name: what }));
    };
    const current = (name: string) => screen.getByRole('menuitem', { name });
    await user.click(await screen.findByRole('button', { name: 'Move or remove item 1' }));
    await waitFor(() => expect(document.activeElement).toBe(current('Move down')));
    await user.keyboard('{Escape}');
    await choose(2, 'Move up');
    expect(items.map(({ id }) => id)).toEqual(['b', 'a']);
    await waitFor(() => expect(focused()).toBe('Move or remove item 1'));
    await choose(1, 'Remove');
    expect(items.map(({ id }) => id)).toEqual(['a']);
    await waitFor(() => expect(focused()).toBe('Move or remove item 1'));
    await user.click(screen.getByRole('button', { name: 'Move or remove item 1' }));
    await waitFor(() => expect(document.activeElement).toBe(current('Remove')));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(focused()).toBe('Move or remove item 1'));
  });
});

describe('what is typed', () => {
  it('stays while it is no number, and counts once it is one', async () => {
    const { user } = show({ width: { type: 'number', label: 'Width', max: 5 } });
    await user.type(await screen.findByLabelText('Width'), '1,5m');
    expect(values).toEqual({ width: '1,5m' });
    screen.getByText('This has to be a number.');
    expect(screen.getByLabelText('Width')).toHaveProperty('value', '1,5m');
    await user.keyboard('{Backspace}');
    expect(values).toEqual({ width: 1.5 });
    expect(screen.getByLabelText('Width')).toHaveProperty('value', '1,5');
  });

  it.each([
    ['19.99', { amount: 1999, currency: 'EUR' }],
    ['0,29', { amount: 29, currency: 'EUR' }],
    ['5', { amount: 500, currency: 'EUR' }],
    ['1.999', { amount: '1.999', currency: 'EUR' }],
    ['a lot', { amount: 'a lot', currency: 'EUR' }],
  ])('as money: %s', async (typed, expected) => {
    const { user } = show({ price: { type: 'money', label: 'Price', currency: 'EUR' } });
    await user.type(await screen.findByLabelText('Price'), typed);
    expect(values).toEqual({ price: expected });
    expect(screen.getByLabelText('Price')).toHaveProperty('value', typed);
    const isWrong = typeof expected.amount === 'string';
    expect(screen.queryByText('Enter an amount.') !== null).toBe(isWrong);
    const described = screen.getByLabelText('Price').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(isWrong ? 'Enter an amount.' : undefined);
  });

  it('as money of one currency, which cannot be less than nothing', async () => {
    const one = { type: 'money', label: 'Price', currency: 'GBP', hasOneCurrency: true, min: 0 } as const;
    const { user } = show({ price: one });
    const price = await screen.findByLabelText('Price');
    expect(screen.queryByLabelText('Price: currency')).toBeNull();
    await user.type(price, '-5');
    expect(values).toEqual({ price: { amount: '-5', currency: 'GBP' } });
    const described = price.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Enter an amount.');
    await user.clear(price);
    expect(values).toEqual({});
    await user.type(price, '5.5');
    expect(values).toEqual({ price: { amount: 550, currency: 'GBP' } });
  });

  it('is shown anew when the currency has other units', async () => {
    show({ price: { type: 'money', label: 'Price' } }, { price: { amount: 1999, currency: 'JPY' } });
    expect(await screen.findByLabelText('Price')).toHaveProperty('value', '1999');
  });
});

describe('pages', () => {
  it('are found by their titles, with their addresses and who sees them, by the keyboard alone', async () => {
    const { user } = show({ href: { type: 'address', label: 'Link' } });
    await user.click(await screen.findByLabelText('Link'));
    // Nobody links to the pages of errors.
    await waitFor(() =>
      expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toEqual([
        'About us /about',
        'Board club/board',
      ]),
    );
    await user.keyboard('boa');
    await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(values).toEqual({ href: '/board' });
  });

  it('are not looked for while an address elsewhere is typed, and such an address is completed', async () => {
    const { user } = show({ href: { type: 'address', label: 'Link' } });
    await user.type(await screen.findByLabelText('Link'), 'me@example.com');
    await user.tab();
    expect(values).toEqual({ href: 'mailto:me@example.com' });
    expect(calls.some(({ query }) => query.get('q')?.includes('mailto'))).toBe(false);
  });

  it.each([
    ['address', 'boa', ['1 result']],
    ['page', 'boa', ['1 result']],
    // An address may be one of no page.
    ['address', '/elsewhere', []],
    ['page', 'elsewhere', ['No results']],
  ] as const)('are said to be so many where an %s is looked for by “%s”', async (type, typed, said) => {
    const { user } = show({ one: { type, label: 'One' } });
    const field = await screen.findByRole('combobox', { name: 'One' });
    expect(field.getAttribute('aria-expanded')).toBe('false');
    await user.click(field);
    await screen.findByRole('option', { name: /About us/, hidden: true });
    expect(field.getAttribute('aria-expanded')).toBe('true');
    const heard = listen();
    await user.click(field);
    await user.paste(typed);
    await waitFor(() => expect(calls.at(-1)?.query.get('q')).toBe(typed));
    await waitFor(() => expect(screen.queryByRole('option', { name: /About us/, hidden: true })).toBeNull());
    expect(heard).toEqual(said);
  });

  it('are kept by their ids, shown by their titles, and taken out again', async () => {
    const { user } = show({ home: { type: 'page', label: 'Page' } }, { home: PAGES[0]?.id });
    await waitFor(() => expect(screen.getByLabelText('Page')).toHaveProperty('value', 'About us'));
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Page: choose none' }));
    expect(values).toEqual({ home: undefined });
  });
});

it('a type that only visitors are asked for is not offered', async () => {
  show({ photo: { type: 'upload', label: 'Photo' } });
  await screen.findByText('There is nothing to set here.');
});

describe('a committed field', () => {
  it('counts when it is left, is set back by Escape, and never while it is wrong', async () => {
    const onCommit = vi.fn();
    const definition = { type: 'colour', label: 'Colour' } as const;
    const Component = () => <CommittedField definition={definition} value="" onCommit={onCommit} />;
    const { user } = renderScreen([{ path: '/', Component }], '/');
    const input = await screen.findByLabelText('Colour');
    await user.type(input, 'not a colour{Enter}');
    screen.getByText(/^Enter a colour/);
    await user.keyboard('{Escape}');
    expect(input).toHaveProperty('value', '');
    await user.type(input, 'teal');
    expect(onCommit).not.toHaveBeenCalled();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Colour: choose'));
    expect(onCommit.mock.calls).toEqual([['teal']]);
    fireEvent.change(screen.getByLabelText('Colour: choose'), { target: { value: '#2563eb' } });
    expect(onCommit).toHaveBeenLastCalledWith('#2563eb');
  });

  it('counts when the page is saved while the keyboard is in it', async () => {
    const onCommit = vi.fn();
    const definition = { type: 'colour', label: 'Colour' } as const;
    const Component = () => <CommittedField definition={definition} value="" onCommit={onCommit} />;
    const { user, unmount } = renderScreen([{ path: '/', Component }], '/');
    const input = await screen.findByLabelText('Colour');
    await user.type(input, 'not a colour');
    commitPending();
    expect(onCommit).not.toHaveBeenCalled();
    await user.clear(input);
    await user.type(input, 'teal');
    commitPending();
    expect(onCommit.mock.calls).toEqual([['teal']]);
    unmount();
    commitPending();
    expect(onCommit).toHaveBeenCalledTimes(1);
  });

  it('closes its suggestions by Escape and keeps what was typed, which the next one sets back', async () => {
    const definition = { type: 'address', label: 'Leads to' } as const;
    const Component = () => <CommittedField definition={definition} value="/" onCommit={() => {}} />;
    const { user } = renderScreen([{ path: '/', Component }], '/');
    const input = await screen.findByLabelText('Leads to');
    await user.clear(input);
    await user.type(input, 'About');
    await screen.findByRole('option', { name: /About us/ });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect(input).toHaveProperty('value', 'About');
    await user.keyboard('{Escape}');
    expect(input).toHaveProperty('value', '/');
  });
});
