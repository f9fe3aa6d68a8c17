import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, claimsWith, renderPiece } from '../testing/screen.tsx';
import { ScopePicker } from './scope-picker.tsx';

const scope = (name: string) => ({
  id: name,
  name,
  description: `About ${name}`,
  isBuiltIn: ['admin', 'crm:read', 'editor', 'super'].includes(name),
});
let scopes: ReturnType<typeof scope>[];
let hasCRM: boolean;
const changed = vi.fn();

beforeEach(() => {
  scopes = ['admin', 'board', 'club', 'crm:read', 'editor', 'super'].map(scope);
  hasCRM = false;
  changed.mockReset();
  answerCalls(({ path }) =>
    path === '/auth/scopes'
      ? { body: { results: scopes, total: scopes.length, start: 0, limit: 100 } }
      : { body: { hasCRM } },
  );
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

function Picked({ first }: { first: string[] }) {
  const [value, setValue] = useState<readonly string[]>(first);
  return (
    <ScopePicker
      label="Who sees this"
      hint="Editors do."
      value={value}
      empty={{ label: 'Everyone', description: 'All of them' }}
      onChange={(next) => {
        changed(next);
        setValue(next);
      }}
    />
  );
}

function show(...first: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return renderPiece(
    <QueryClientProvider client={client}>
      <main>
        <Picked first={first} />
      </main>
    </QueryClientProvider>,
  );
}

const button = () => screen.getByRole('button', { name: /^Who sees this/ });
// Without a layout a menu is taken for one whose button has been scrolled away: it is there, but hidden.
const hidden = true;
const choices = () => screen.getAllByRole('menuitemcheckbox', { hidden }).map((item) => item.textContent);
const choice = (name: RegExp) => screen.findByRole('menuitemcheckbox', { name, hidden });

describe('the button', () => {
  it('says who, to everybody', async () => {
    show('club');
    await waitFor(() => expect(button()).toHaveProperty('textContent', 'club'));
    expect(
      screen.getByRole('button', { name: 'Who sees this club', description: 'Editors do.' }),
    ).toBeTruthy();
  });
});

it('says at once that a list names what is no scope any more', async () => {
  show('club', 'old');
  const warning = '“old” is no longer a scope of this site, so it gives nobody access.';
  await screen.findByText(warning);
  expect(
    screen.getByRole('button', { name: 'Who sees this club and old', description: `Editors do. ${warning}` }),
  ).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
});

describe('the choice', () => {
  it('may be of more than one, and is taken back at once', async () => {
    const { user } = show();
    await user.click(button());
    await choice(/^club/);
    expect(choices()).toEqual([
      'EveryoneAll of them',
      'Logged-in membersEveryone with an account, once they have logged in.',
      'boardAbout board',
      'clubAbout club',
    ]);
    await user.click(await choice(/^club/));
    await user.click(await choice(/^Logged-in/));
    expect(changed.mock.calls).toEqual([[['club']], [['club', 'logged-in']]]);
    expect((await choice(/^club/)).getAttribute('aria-checked')).toBe('true');
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(await choice(/^Everyone/));
    expect(changed).toHaveBeenLastCalledWith([]);
    expect(button().textContent).toBe('Everyone');
  });

  it('keeps what is no scope any more until somebody takes it off', async () => {
    const { user } = show('old', 'crm:read');
    await user.click(button());
    const old = await choice(/^old/);
    expect(old.textContent).toContain('This scope no longer exists');
    expect(choices().join()).not.toContain('crm:read');
    await user.click(await choice(/^club/));
    expect(changed).toHaveBeenLastCalledWith(['old', 'crm:read', 'club']);
    await user.click(old);
    expect(changed).toHaveBeenLastCalledWith(['crm:read', 'club']);
  });

  it('has the names of the CRM where there is one', async () => {
    hasCRM = true;
    const { user } = show('crm:read');
    await user.click(button());
    await choice(/^crm:read/);
  });

  it('is searched where there is much to choose from', async () => {
    scopes = Array.from({ length: 30 }, (_, index) => scope(`group-${index}`));
    const { user } = show();
    await user.click(button());
    await choice(/^group-0/);
    // A menu may hold no field: one stands beside the other.
    const [field, menu] = [screen.getByLabelText('Find a scope'), screen.getByRole('menu', { hidden })];
    expect(menu.contains(field)).toBe(false);
    expect(within(menu).getAllByRole('menuitemcheckbox', { hidden })).toHaveLength(32);
    expect(screen.getByRole('dialog', { hidden }).contains(field)).toBe(true);
    const seek = (value: string) =>
      fireEvent.change(screen.getByLabelText('Find a scope'), { target: { value } });
    seek('group-17');
    expect(choices()).toEqual(['group-17About group-17']);
    seek('group-17x');
    await screen.findByText('No scope has this in its name.');
  });

  it.each([
    ['admin', /Create them in the administration/],
    ['editor', /Ask an administrator/],
  ])('says to %s why there is nothing to choose', async (scope, words) => {
    storeClaims(claimsWith(scope));
    scopes = [];
    const { user } = show();
    await user.click(button());
    await screen.findByText(words);
  });

  it('says that the scopes could not be read, and loses none', async () => {
    answerCalls(() => ({ status: 503, body: { title: 'Away' } }));
    const { user } = show('club');
    await user.click(button());
    await choice(/^club/);
    expect(screen.queryByText(/No scope of this site/)).toBeNull();
  });
});

it('lets Escape close the choice and nothing around it', async () => {
  const around = vi.fn();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { user } = renderPiece(
    <QueryClientProvider client={client}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for a panel that Escape closes */}
      <div onKeyDown={(event) => event.key === 'Escape' && around()}>
        <Picked first={[]} />
      </div>
    </QueryClientProvider>,
  );
  await user.click(button());
  fireEvent.keyDown(await choice(/^club/), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu', { hidden })).toBeNull());
  expect(around).not.toHaveBeenCalled();
  button().focus();
  await user.keyboard('{Escape}');
  expect(around).toHaveBeenCalledOnce();
});
