import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageReferences } from '../../api/generated/index.ts';
import type { PageRecord } from '../../api/pages.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AskRemoval } from './ask-removal.tsx';

const nothing: PageReferences = {
  links: [],
  linkCount: 0,
  inMenu: 0,
  urlMaps: [],
  urlMapCount: 0,
  blog: [],
  below: 0,
};
const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, title: `Page ${index}` }) as PageRecord);

let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  calls = answerCalls(() => ({ body: nothing }));
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const ask = (count: number) => {
  const Component = () => <AskRemoval rows={pages(count)} onAnswer={vi.fn()} onCancel={vi.fn()} />;
  return renderScreen([{ path: '/', Component }], '/');
};

it('says of how many pages it knows what leads to them, where there are more', async () => {
  ask(130);
  await screen.findByText('Of these 130 pages, only the first 100 were looked at:');
  expect(calls.find(({ path }) => path === '/client/pages/references')?.query.getAll('id')).toHaveLength(100);
});

it('says nothing of the kind where it has looked at all of them', async () => {
  ask(100);
  await screen.findByText('Nothing on the site leads here.');
  expect(screen.queryByText(/only the first/)).toBeNull();
});

it('says that visitors who are redirected still will be', async () => {
  const page = (isRedirected: boolean) => ({ id: 'p', title: 'Page', isRedirected }) as PageRecord;
  const hints = [
    [[page(false)], /visitors see “Page removed”\.$/],
    [[page(true)], /visitors are redirected as they are now\.$/],
    [[page(true), page(false)], /visitors see “Page removed”, or are redirected as they are now\.$/],
  ] as const;
  for (const [rows, hint] of hints) {
    const Component = () => <AskRemoval rows={[...rows]} onAnswer={vi.fn()} onCancel={vi.fn()} />;
    const { unmount } = renderScreen([{ path: '/', Component }], '/');
    await screen.findByText(hint);
    unmount();
  }
});
