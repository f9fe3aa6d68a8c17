/**
 * Writes web/openapi/<service>.json and, from all of them together, the typed client with its query options
 * in web/app/api/generated. Run by `npm run openapi` after a service's routes have changed;
 * openapi.test.ts fails until it was.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';

const run = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const PYTHON = at('../../.venv/bin/python');
export const DOCUMENTS = at('../openapi');
export const GENERATED = at('../app/api/generated');

interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>>;
  components: Record<string, Record<string, unknown>>;
}

/** The services' documents by service name, written to `folder`. */
export async function writeDocuments(folder: string): Promise<void> {
  await run(PYTHON, [at('openapi.py'), folder]);
}

async function readDocuments(folder: string): Promise<[service: string, text: string][]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  return names.map((name, index) => [name.replace('.json', ''), texts[index] ?? '']);
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Schemas that two services name alike but mean differently. */
function clashes(documents: OpenApi[]): Set<string> {
  const first = new Map<string, string>();
  const found = new Set<string>();
  for (const schema of documents.flatMap((one) => Object.entries(one.components.schemas ?? {}))) {
    const [name, text] = [schema[0], JSON.stringify(schema[1])];
    if ((first.get(name) ?? text) !== text) found.add(name);
    first.set(name, text);
  }
  return found;
}

/**
 * What the client has no use for: pydantic's titles (`Displaytitle`), and who may call with which token,
 * for the browser sends its cookie by itself.
 */
function withoutNoise(key: string, value: unknown): unknown {
  return (key === 'title' && typeof value === 'string') || key === 'security' ? undefined : value;
}

/** Operations that two services name alike: `internal_status`, and plain resources of one name. */
function clashingOperations(documents: OpenApi[]): Set<string> {
  const ids = documents.flatMap(({ paths }) =>
    Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId = '' }) => operationId),
    ),
  );
  return new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
}

/** One document of them all, so that there is one client: names that clash begin with their service's. */
export function merge(documents: [service: string, text: string][]): OpenApi {
  const parsed: OpenApi[] = documents.map(([, text]) => JSON.parse(text));
  const clashing = clashes(parsed);
  const alike = clashingOperations(parsed);
  const merged: OpenApi = {
    openapi: '3.1.0',
    info: { title: 'Pagewright', version: '1' },
    paths: {},
    components: {},
  };
  for (const [service, text] of documents) {
    const renamed = text.replace(
      /("#\/components\/schemas\/)([^"/]+)"/g,
      (whole, start: string, name: string) =>
        clashing.has(name) ? `${start}${capitalised(service)}${name}"` : whole,
    );
    const document: OpenApi = JSON.parse(renamed, withoutNoise);
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const operation of Object.values(operations)) {
        const id = operation.operationId;
        if (id && (alike.has(id) || id.startsWith('internal_'))) operation.operationId = `${service}_${id}`;
      }
      merged.paths[path] = operations;
    }
    for (const [kind, parts] of Object.entries(document.components)) {
      const named = Object.entries(parts).map(([name, part]) => [
        kind === 'schemas' && clashing.has(name) ? `${capitalised(service)}${name}` : name,
        part,
      ]);
      merged.components[kind] = { ...merged.components[kind], ...Object.fromEntries(named) };
    }
  }
  return merged;
}

const QUERIES = '@tanstack/react-query';
const QUERY_KEY = `${QUERIES}/query-key`;

/**
 * Where the generator puts each function: a file for each group of routes, so that a screen loads the calls that it makes
 * and not all of them. One file exports all calls, as the generator has it, and one all query options.
 */
function placement({ paths }: OpenApi) {
  const groups = new Map<string, string>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const { operationId = '', tags } of Object.values(operations)) {
      const group = `${path.split('/')[1]}-${tags?.[0] ?? 'other'}`.replace(/\W|_/g, '-');
      groups.set(camelCased(operationId), group);
    }
  }
  return {
    getFilePath: ({ name, meta = {} }: GeneratedSymbol) => {
      const group = groups.get(String(meta.resourceId ?? name.replace(/QueryKey$/, '')));
      if (meta.plugin === QUERIES) return group ? `${QUERIES}/${group}` : QUERY_KEY;
      return meta.artifact === 'sdk' && group ? `sdk/${group}` : undefined;
    },
    getExportFromFilePath: ({ meta }: GeneratedSymbol) => (meta?.plugin === QUERIES ? [QUERIES] : undefined),
  };
}

/** What the generator says of something that it writes. */
interface GeneratedSymbol {
  name: string;
  meta?: Record<string, unknown>;
}

const camelCased = (id: string) => id.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

/** Writes the client for the documents in `documents` to the folder `output`. */
export async function generate(documents: string, output: string): Promise<void> {
  const merged = merge(await readDocuments(documents));
  await createClient({
    input: merged as never,
    output: { path: output, module: { extension: '.ts' } },
    logs: { level: 'error' },
    parser: { hooks: { symbols: placement(merged) } },
    plugins: [
      { name: '@hey-api/client-fetch', throwOnError: true, baseUrl: false },
      '@hey-api/typescript',
      '@hey-api/sdk',
      {
        name: '@tanstack/react-query',
        queryKeys: { tags: true },
        infiniteQueryOptions: false,
        mutationOptions: false,
      },
    ],
  });
  // The generator expects the key's function in the file of those that call it.
  const file = `${output}/${QUERY_KEY}.gen.ts`;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('\nconst createQueryKey', '\nexport const createQueryKey'));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeDocuments(DOCUMENTS);
  await generate(DOCUMENTS, GENERATED);
  console.log(`Wrote ${DOCUMENTS} and ${GENERATED}`);
}
