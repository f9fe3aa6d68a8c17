import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DOCUMENTS, GENERATED, generate, merge, writeDocuments } from './openapi.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagewright-openapi-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function filesOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return Object.fromEntries(paths.map((path, index) => [path.slice(root.length), texts[index] ?? '']));
}

it('the documents and the client are up to date: otherwise run `npm run openapi`', async () => {
  await writeDocuments(join(folder, 'documents'));
  expect(await filesOf(join(folder, 'documents'))).toEqual(await filesOf(DOCUMENTS));
  await generate(DOCUMENTS, join(folder, 'client'));
  expect(await filesOf(join(folder, 'client'))).toEqual(await filesOf(GENERATED));
});

describe('merge', () => {
  const document = (schema: object, path: string, operationId: string) =>
    JSON.stringify({
      paths: {
        [path]: { get: { operationId, security: [{ session: [] }], $ref: '#/components/schemas/Thing' } },
      },
      components: { schemas: { Thing: schema, Same: { type: 'object', title: 'Same' } } },
    });

  it('tells apart what two services name alike, and leaves alone what is the same', () => {
    const merged = merge([
      ['auth', document({ type: 'string' }, '/auth/x', 'x_get')],
      ['crm', document({ type: 'number' }, '/crm/x', 'internal_status')],
    ]);
    expect(merged.components.schemas).toEqual({
      AuthThing: { type: 'string' },
      CrmThing: { type: 'number' },
      Same: { type: 'object' },
    });
    expect(merged.paths['/auth/x']?.get).toEqual({
      operationId: 'x_get',
      $ref: '#/components/schemas/AuthThing',
    });
    expect(merged.paths['/crm/x']?.get?.operationId).toBe('crm_internal_status');
  });
});
