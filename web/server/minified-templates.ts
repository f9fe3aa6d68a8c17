import type { IncomingMessage } from 'node:http';
import { type Answer, json, problem } from './answer.ts';
import { minify } from './minify.ts';
import { readUpTo } from './read-body.ts';
import type { ServiceCallers } from './service-callers.ts';

export const MINIFIED_TEMPLATES = '/client/api/private/minified-templates';
/** Three sources of a million characters each, as JSON. */
const LARGEST = 24 * 1024 * 1024;
const KINDS = { inlineCSS: 'css', externalCSS: 'css', js: 'js' } as const;

type Sources = Record<keyof typeof KINDS, string>;

/** Minifies a template for content, which stores the result: no visitor ever waits for it. */
export class MinifiedTemplates {
  private readonly callers: ServiceCallers;

  constructor(callers: ServiceCallers) {
    this.callers = callers;
  }

  async answer(request: IncomingMessage, requestId: string): Promise<Answer> {
    if ((await this.callers.of(request)) !== 'content') {
      return problem(401, 'unauthorized', 'Unauthorized', requestId);
    }
    const sources = parsed(await readUpTo(LARGEST, request));
    if (!sources) return problem(422, 'validation_failed', 'Unprocessable Content', requestId);
    const minified = Object.entries(KINDS).map(async ([name, kind]) => [
      name,
      await minify(kind, sources[name as keyof Sources]),
    ]);
    return json(200, Object.fromEntries(await Promise.all(minified)));
  }
}

function parsed(body: Buffer | undefined): Sources | undefined {
  try {
    const sources = JSON.parse(body?.toString() ?? '');
    return Object.keys(KINDS).every((name) => typeof sources?.[name] === 'string') ? sources : undefined;
  } catch {
    return undefined;
  }
}
