import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onUnauthorised } from '../../api/fetch.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Answer, answerCalls, type Call } from '../../testing/screen.tsx';
import { sampleBlock, samplePage } from '../sample-page.ts';
import { fetchBranch, pageRenderOptions, readPage } from './page-api.ts';

/** Whether the browser holds a token that is good. */
let isCurrent: boolean;
let calls: Call[];
const renew = vi.fn<() => Promise<boolean>>();

/** The page as visitors get it: without the column b. */
function visitorsPage() {
  const page = samplePage();
  const row = page.page.blocks.own?.nodes[0];
  if (row && 'block' in row) row.block = { nodes: row.block.nodes.filter(({ id }) => id !== 'b') };
  return page;
}

/** As the content service does: a token that has run out makes a visitor of its holder where visitors may read. */
function answer({ path }: Call): Answer {
  if (path === '/client/page-render')
    return isCurrent ? { body: samplePage() } : { body: visitorsPage(), headers: { 'Made-For': 'anybody' } };
  if (path === '/client/blocks/hours' && !isCurrent) return { status: 401, body: { code: 'unauthorized' } };
  return { body: sampleBlock(isCurrent ? '<p>9 to 5</p>' : '') };
}

beforeEach(() => {
  isCurrent = false;
  calls = answerCalls(answer);
  renew.mockImplementation(async () => {
    isCurrent = true;
    return true;
  });
  onUnauthorised(renew);
});

afterEach(() => {
  onUnauthorised(async () => false);
  queryClient.clear();
  renew.mockReset();
});

const columnsOf = (render: Awaited<ReturnType<typeof readPage>>) => {
  const row = render?.page.blocks.own?.nodes[0];
  return row && 'block' in row ? row.block.nodes.map(({ id }) => id) : [];
};

it('renews a session whose page came as visitors see it, and reads the whole page', async () => {
  expect(columnsOf(await readPage('/sample'))).toEqual(['a', 'b', 'c']);
  expect(renew).toHaveBeenCalledOnce();
  expect(calls).toHaveLength(2);
});

it('fails where the session cannot be renewed, and takes nothing of what visitors see', async () => {
  renew.mockImplementation(async () => false);
  await expect(readPage('/sample')).rejects.toMatchObject({ status: 401 });
  expect(calls).toHaveLength(1);
  expect(queryClient.getQueryData(pageRenderOptions('/sample').queryKey)).toBeUndefined();
});

it('fails where a page comes as visitors see it once more', async () => {
  renew.mockImplementation(async () => true);
  await expect(readPage('/sample')).rejects.toMatchObject({ status: 401 });
  expect(calls).toHaveLength(2);
});

it('keeps the page that was there where a later one comes as visitors see it', async () => {
  isCurrent = true;
  await readPage('/sample');
  isCurrent = false;
  renew.mockImplementation(async () => false);
  await expect(readPage('/sample')).rejects.toMatchObject({ status: 401 });
  const cached = queryClient.getQueryData(pageRenderOptions('/sample').queryKey);
  expect(cached && 'page' in cached && columnsOf(cached)).toEqual(['a', 'b', 'c']);
});

it('reads no block as visitors see it', async () => {
  const { plugins } = await fetchBranch('page', 'hours');
  expect(plugins['p-hours']?.fields.content).toBe('<p>9 to 5</p>');
  expect(renew).toHaveBeenCalledOnce();
  isCurrent = false;
  renew.mockImplementation(async () => false);
  await expect(fetchBranch('page', 'hours')).rejects.toMatchObject({ status: 401 });
});
