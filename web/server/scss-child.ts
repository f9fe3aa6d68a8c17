/** The child of scss.ts: takes a job as JSON from its input, writes what came of it as JSON to its output. */
import { text } from 'node:stream/consumers';
import { compileString, type Exception, type SourceSpan } from 'sass';
import type { ScssFault, ScssJob, ScssResult } from './scss.ts';
import { MOST_CHARACTERS } from './scss-limits.ts';

const MOST_WARNINGS = 20;
/** The modules that come with Sass, as a file may load them before anything else in it. */
const BUILT_IN =
  /^((?:\s|\/\/[^\n]*\n|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*)(@use\s+["']sass:[a-z]+["'](?:\s+as\s+[\w*-]+)?\s*;)/;

/** Two sources as one text, and the way from a place in it back to the source that it is in. */
interface Joined {
  text: string;
  placeOf: (line: number, column: number) => Pick<ScssFault, 'field' | 'line' | 'column'>;
}

/** What a source loads of Sass's own at its beginning, each in one spelling, and the source with blanks instead. */
function withoutLoads(source: string): { loads: string[]; rest: string } {
  const loads: string[] = [];
  let rest = source;
  for (let found = BUILT_IN.exec(rest); found; found = BUILT_IN.exec(rest)) {
    const [whole, before = '', use = ''] = found;
    loads.push(use.replaceAll("'", '"').replace(/\s+/g, ' ').replace(' ;', ';'));
    rest = `${before}${use.replace(/[^\n]/g, ' ')}${rest.slice(whole.length)}`;
  }
  return { loads, rest };
}

/** The shared source before the other; what both load comes first, and once, as Sass wants it. */
function joined(shared: string, field: string, main: string): Joined {
  const first = withoutLoads(shared);
  const second = withoutLoads(main);
  const head = [...new Set([...first.loads, ...second.loads])].join('');
  // A line of its own: the last statement of a file needs no semicolon.
  const before = `${first.rest}\n;\n`;
  const lines = before.split('\n').length - 1;
  return {
    text: head + before + second.rest,
    placeOf(line, column) {
      const own = line === 0 ? Math.max(0, column - head.length) : column;
      if (shared.trim() && line < lines - 1) return { field: 'sharedSCSS', line: line + 1, column: own + 1 };
      return { field, line: Math.max(1, line - lines + 1), column: own + 1 };
    },
  };
}

function faultOf(error: unknown, place: Joined['placeOf']): ScssFault {
  const { sassMessage, span } = error as Exception;
  if (typeof sassMessage !== 'string') throw error;
  const detail = /^Can't find stylesheet/.test(sassMessage)
    ? 'A template cannot load other files. Put what is used more than once into the shared SCSS.'
    : sassMessage.slice(0, 500);
  return { ...place(span.start.line, span.start.column), detail };
}

// What not every job needs is loaded where it is: it takes as long as compiling.
const load = {
  postcss: async () => (await import('postcss')).default,
  colourBlindness: () => import('./colour-blindness.ts'),
  fontFallbacks: () => import('./font-fallbacks.ts'),
};

/** Browsers would fetch it from elsewhere, or ignore it: it is heeded at a file's beginning only. */
const NO_IMPORTS = 'Visitors load nothing from elsewhere: put the styles here instead of importing them.';

async function importFault(
  css: string,
  field: string,
  shared: string,
  main: string,
): Promise<ScssFault | undefined> {
  if (!/@import/i.test(css)) return undefined;
  let isThere = false;
  (await load.postcss()).parse(css).walkAtRules(/^import$/i, () => {
    isThere = true;
  });
  if (!isThere) return undefined;
  const isShared = !/@import/i.test(main) && /@import/i.test(shared);
  const source = isShared ? shared : main;
  const before = source.slice(0, Math.max(0, source.search(/@import/i))).split('\n');
  return {
    field: isShared ? 'sharedSCSS' : field,
    line: before.length,
    column: (before.at(-1) as string).length + 1,
    detail: NO_IMPORTS,
  };
}

/** `\69mport` is `import` to browsers. */
function unescaped(name: string): string {
  return name.replace(/\\([\da-f]{1,6})\s?|\\/gi, (_, code) =>
    code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : '',
  );
}

/** The first import of CSS that is served as it was written; that it cannot be read, where it cannot. */
async function importOf(field: string, css: string): Promise<ScssFault | undefined> {
  const { parse } = await load.postcss();
  let fault: ScssFault | undefined;
  try {
    parse(css).walkAtRules((rule) => {
      // An escape may end with a blank, where the name ends for this parser.
      if (!/^import(?![\w-])/i.test(unescaped(rule.name + rule.raws.afterName + rule.params))) return;
      const { line = 1, column = 1 } = rule.source?.start ?? {};
      fault ??= { field, line, column, detail: NO_IMPORTS };
    });
  } catch (error) {
    const { line = 1, column = 1, reason } = error as { line?: number; column?: number; reason?: string };
    fault = { field, line, column, detail: `This is not CSS: ${reason ?? 'it cannot be read'}.` };
  }
  return fault;
}

async function compileOne(
  job: ScssJob,
  field: string,
  main: string,
): Promise<{ css: string; warnings: ScssFault[] } | ScssFault> {
  const { text: source, placeOf } = joined(job.sharedSCSS, field, main);
  const warnings: ScssFault[] = [];
  const logger = {
    debug: () => {},
    warn: (message: string, { span, stack }: { span?: SourceSpan; stack?: string }) => {
      if (warnings.length >= MOST_WARNINGS) return;
      const [, line = 1, column = 1] = /(\d+):(\d+)/.exec(stack ?? '') ?? [];
      const { start } = span ?? { start: { line: Number(line) - 1, column: Number(column) - 1 } };
      warnings.push({ ...placeOf(start.line, start.column), detail: message.slice(0, 500) });
    },
  };
  try {
    let { css } = compileString(source, { charset: false, logger });
    const fault = await importFault(css, field, job.sharedSCSS, main);
    if (fault) return fault;
    if (job.families.length) css = (await load.fontFallbacks()).withFallbacks(css, job.families);
    if (job.colourBlindMethod) css = (await load.colourBlindness()).asSeenWith(job.colourBlindMethod, css);
    if (css.length <= MOST_CHARACTERS) return { css, warnings };
    const detail = `This makes ${css.length} characters of CSS; at most ${MOST_CHARACTERS} are allowed.`;
    return { field, line: 1, column: 1, detail };
  } catch (error) {
    return faultOf(error, placeOf);
  }
}

/** A fault of the shared source would be said of where the other one ends. */
function sharedFault({ sharedSCSS }: ScssJob): ScssFault | undefined {
  const { text: source, placeOf } = joined(sharedSCSS, 'sharedSCSS', '');
  try {
    compileString(source, { charset: false, logger: { warn: () => {}, debug: () => {} } });
    return undefined;
  } catch (error) {
    return faultOf(error, placeOf);
  }
}

async function run(job: ScssJob): Promise<ScssResult> {
  const css: Record<string, string> = {};
  const warnings: ScssFault[] = [];
  const faults: ScssFault[] = [];
  for (const [field, main] of Object.entries(job.sources)) {
    const made = await compileOne(job, field, main);
    if ('detail' in made) faults.push(made);
    else {
      css[field] = made.css;
      warnings.push(...made.warnings);
    }
  }
  for (const [field, style] of Object.entries(job.styles ?? {})) {
    const fault = await importOf(field, style);
    if (fault) faults.push(fault);
  }
  if (!faults.length) return { css, warnings };
  const shared = Object.keys(css).length < Object.keys(job.sources).length ? sharedFault(job) : undefined;
  return { faults: shared ? [shared] : faults };
}

process.stdout.write(JSON.stringify(await run(JSON.parse(await text(process.stdin)))));
