import { totalmem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { heapOf, isBusy, type Limits, processorTime } from './limited-child.ts';
import { CompilerBusy, compileScss, type ScssFault, type ScssJob } from './scss.ts';

/** Of the processor; by the clock a busy machine may take many times as long. */
const MINUTE = { time: 60, timeout: 300_000, memory: 256, output: 16 * 1024 * 1024 };

function compiled(main: string, job: Partial<ScssJob> = {}, limits: Limits = MINUTE) {
  const whole = { sharedSCSS: '', families: [], sources: { inlineSCSS: main }, ...job };
  return compileScss(whole, { limits, longestWait: 300_000 });
}

async function css(main: string, job: Partial<ScssJob> = {}): Promise<string | undefined> {
  const result = await compiled(main, job);
  return 'css' in result ? result.css.inlineSCSS?.replace(/\s+/g, ' ') : JSON.stringify(result);
}

async function fault(
  main: string,
  job: Partial<ScssJob> = {},
  limits: Limits = MINUTE,
): Promise<ScssFault | undefined> {
  const result = await compiled(main, job, limits);
  return 'faults' in result ? result.faults[0] : undefined;
}

describe('compileScss', () => {
  it('puts the shared source before the others', async () => {
    const sources = { inlineSCSS: 'a { color: $ink }', externalSCSS: 'b { @include bold }', empty: ' ' };
    const shared = '$ink: #123;\n@mixin bold { font-weight: 700 }\n$last: 1';
    const result = await compiled('', { sharedSCSS: shared, sources });
    expect(result).toEqual({
      css: { inlineSCSS: 'a {\n  color: #123;\n}', externalSCSS: 'b {\n  font-weight: 700;\n}', empty: '' },
      warnings: [],
    });
  });

  it("loads Sass's own modules wherever a source begins with them", async () => {
    const shared = '@use "sass:math";\n@mixin half { width: math.div(1px, 2) }';
    const main =
      '// own\n@use "sass:math";\n@use "sass:color" as c;\na { @include half; color: c.mix(#000, #fff) }';
    expect(await css(main, { sharedSCSS: shared })).toBe('a { width: 0.5px; color: rgb(50%, 50%, 50%); }');
  });

  it('loads a module once that both sources name, however they write it', async () => {
    const main = "@use 'sass:math';\na { b: math.div(1px, 2) }";
    const shared = '/* sizes */\n@use  "sass:math" ;\n$half: math.div(1px, 2);';
    expect(await css(main, { sharedSCSS: shared })).toBe('/* sizes */ a { b: 0.5px; }');
    expect(await css(main, { sharedSCSS: '// @use "sass:math";\n$a: 1;' })).toBe('a { b: 0.5px; }');
    expect(await fault(main, { sharedSCSS: '@use "sass:math";\n$a: $b;' })).toMatchObject({
      field: 'sharedSCSS',
      line: 2,
      column: 5,
    });
  });

  it('says where a fault is, and in which source', async () => {
    const shared = '$ink: #123;\n$paper: #fff;';
    expect(await fault('a {\n  color: $pink;\n}', { sharedSCSS: shared })).toEqual({
      field: 'inlineSCSS',
      line: 2,
      column: 10,
      detail: 'Undefined variable.',
    });
    expect(await fault('@use "sass:math"; a { b: math.nothing(1) }')).toMatchObject({ line: 1, column: 26 });
    expect(await fault('a { }', { sharedSCSS: '$a: 1;\n.x { color: $b }' })).toMatchObject({
      field: 'sharedSCSS',
      line: 2,
      column: 13,
    });
    expect(await fault('a { b: c }', { sharedSCSS: '.x {\n  color: red' })).toMatchObject({
      field: 'sharedSCSS',
    });
  });

  it('passes warnings on with their places', async () => {
    const result = await compiled('a { b: c }\n@warn "Old mixin";');
    expect(result).toMatchObject({
      warnings: [{ field: 'inlineSCSS', line: 2, column: 1, detail: 'Old mixin' }],
    });
  });

  it.each([
    "@import '/etc/passwd';",
    "@use 'file:///etc/passwd';",
    "@import 'http://example.com/a';",
    "@use 'http://example.com/a';",
    "@use 'pkg:sass';",
    "@forward '../server/scss';",
    '@use "sass:meta"; @include meta.load-css("/etc/passwd");',
    '@import url(https://example.com/a.css);',
    "a { b: c }\n@import 'https://example.com/a.css';",
    '@media print { @IMPORT "/files/own.css"; }',
    '$elsewhere: "//example.com/a.css"; @import url(#{$elsewhere});',
    '@#{"im"}port "//example.com/a.css";',
    'a { b: unquote("}@import url(//example.com/a.css);{") }',
  ])('loads nothing: %s', async (source) => {
    expect((await fault(source))?.detail).toMatch(/cannot load other files|load nothing from elsewhere/);
  });

  it('says where it is that something is imported', async () => {
    const place = { field: 'inlineSCSS', line: 2, column: 3 };
    expect(await fault('a { b: c }\n  @import url(x.css);')).toMatchObject(place);
    expect(await fault('a { b: c }', { sharedSCSS: '@import url(x.css);' })).toMatchObject({
      field: 'sharedSCSS',
    });
    expect(await css('a { content: "@import url(x)" }')).toBe('a { content: "@import url(x)"; }');
  });

  it.each([
    'a { b: c }\n@import url(http://elsewhere.example/a.css);',
    'a { b: c }\n@IMPORT"a.css";',
    'a { b: c }\n@\\69 mport "http://elsewhere.example/a.css";',
    'a { b: c }\n@i\\mport url(a.css);',
  ])('loads nothing from CSS that is served as it was written: %s', async (inlineCSS) => {
    const place = { field: 'inlineCSS', line: 2, column: 1 };
    expect(await fault('', { styles: { inlineCSS } })).toMatchObject(place);
  });

  it('leaves other CSS that is served as it was written alone', async () => {
    const own = 'a { content: "@import url(x)" } /* @import */ @layer \\@import;';
    expect(await compiled('', { styles: { inlineCSS: own, externalCSS: 'b {' } })).toMatchObject({
      warnings: [],
    });
    expect((await fault('', { styles: { inlineCSS: '@import url(x); }' } }))?.detail).toMatch(/not CSS/);
  });

  it('refuses a few bytes that become very many', async () => {
    const bomb = '$a: "0123456789"; @for $i from 1 through 18 { $a: $a + $a } b { c: $a }';
    expect((await fault(bomb))?.detail).toMatch(
      /^This makes 26214\d\d characters of CSS; at most 1000000 are allowed\.$/,
    );
  });

  it('refuses 93 bytes that become 10 megabytes', async () => {
    const bomb =
      '$long: "0123456789"; @for $i from 1 through 20 { $long: $long + $long } bomb { value: $long }';
    expect(new TextEncoder().encode(bomb)).toHaveLength(93);
    // Sass may run out of its memory before it has written them all.
    expect((await fault(bomb))?.detail).toMatch(
      /too much memory.*grows with each round|^This makes 104857\d\d characters of CSS/,
    );
    expect(await css('a { b: c }')).toBe('a { b: c; }');
  });

  it('ends what does not end, and goes on with the next', async () => {
    const endless = '$i: 0; @while true { $i: $i + 1 }';
    expect((await fault(endless, {}, { ...MINUTE, time: 2 }))?.detail).toMatch(/takes too long/);
    expect(await css('a { b: c }')).toBe('a { b: c; }');
  });

  it('tells a loop on a busy machine from a source that was only kept waiting', async () => {
    const endless = '$i: 0; @while true { $i: $i + 1 }';
    // Its time by the clock is over long before that of the processor, however much of it the machine gave.
    const spending = (seconds: number) => ({
      ...MINUTE,
      timeout: 300,
      enoughTime: 2,
      processorTime: () => seconds,
    });
    const ended = await fault(endless, {}, spending(2));
    expect(ended?.detail).toMatch(/takes too long.*loop that does not end.*server is busy/);
    await expect(compiled(endless, {}, spending(1.9))).rejects.toBeInstanceOf(CompilerBusy);
  });

  it('reads how much of the processor a process had, and of one that is not there none', () => {
    const spent = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    };
    const before = spent();
    const read = processorTime(process.pid);
    // The system counts in hundredths, of each kind of time.
    expect(read).toBeGreaterThan(before - 0.03);
    expect(read).toBeLessThan(spent() + 0.03);
    expect(processorTime(undefined)).toBe(0);
  });

  it('ends a few selectors that become millions', async () => {
    const product = `${'a,b,c,d,e,f,g,h,i,j{'.repeat(7)}x:y${'}'.repeat(7)}`;
    const multiplied = await fault(product, {}, { ...MINUTE, time: 2 });
    expect(multiplied?.detail).toMatch(/takes too long|too much memory|characters of CSS/);
  });

  it('ends what fills its memory', async () => {
    const hoard = '$all: 1 2; @while true { $all: join($all, $all) }';
    const full = await fault(hoard, {}, { ...MINUTE, memory: 96 });
    expect(full?.detail).toMatch(/too much memory/);
  });

  it('takes its memory from what the container has', async () => {
    const hoard = '$all: 1 2; @while true { $all: join($all, $all) }';
    const small = { ...MINUTE, memory: 4096, available: 480 * 1024 * 1024 };
    expect((await fault(hoard, {}, small))?.detail).toMatch(/too much memory/);
    expect(heapOf(small)).toBe(96);
    expect(heapOf({ ...MINUTE, available: 64 * 1024 ** 3 })).toBe(MINUTE.memory);
    expect(heapOf({ ...MINUTE, memory: 1_000_000_000 }) * 5 * 1024 ** 2).toBeLessThanOrEqual(totalmem());
  });

  it('ends what is nested too deep', async () => {
    expect((await fault('a{'.repeat(150_000)))?.detail).toMatch(/too complex/);
  });

  it('goes on with the next where a process cannot even begin', async () => {
    const impossible = { ...MINUTE, output: -1 };
    await expect(compiled('a { b: c }', {}, impossible)).rejects.toThrow(/out of range/);
    expect(await css('a { b: c }')).toBe('a { b: c; }');
  });

  it('says of a process that does not begin, or has no processor, that nothing is wrong with the source', async () => {
    const present = process.execPath;
    process.execPath = '/nowhere/node';
    try {
      await expect(compiled('a { b: c }')).rejects.toBeInstanceOf(CompilerBusy);
    } finally {
      process.execPath = present;
    }
    // Its time by the clock is over before it has had any of the processor's.
    const starved = compiled('a { b: c }', {}, { ...MINUTE, timeout: 1 });
    await expect(starved).rejects.toBeInstanceOf(CompilerBusy);
    const refused = Object.assign(new Error('spawn /bin/sh EAGAIN'), {
      code: 'EAGAIN',
      syscall: 'spawn /bin/sh',
    });
    expect(isBusy(refused)).toBe(true);
  });

  it('compiles a save while previews stand in a queue of their own', async () => {
    const endless = { sharedSCSS: '', families: [], sources: { inlineSCSS: '@while true {}' } };
    const ended = new AbortController();
    const preview = () => compileScss(endless, { limits: MINUTE, lane: 'previews', signal: ended.signal });
    const previews = Promise.allSettled(Array.from({ length: 20 }, preview));
    await expect(preview()).rejects.toBeInstanceOf(CompilerBusy);
    expect(await css('a { b: c }')).toBe('a { b: c; }');
    ended.abort();
    expect((await previews).map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
  });

  it('does not begin what has stood behind others for too long', async () => {
    const endless = { sharedSCSS: '', families: [], sources: { inlineSCSS: '@while true {}' } };
    const ended = new AbortController();
    const first = compileScss(endless, { limits: MINUTE, signal: ended.signal });
    const late = compileScss(endless, { limits: MINUTE, longestWait: 0 });
    ended.abort();
    await expect(first).rejects.toBe(ended.signal.reason);
    await expect(late).rejects.toBeInstanceOf(CompilerBusy);
    expect(await css('a { b: c }')).toBe('a { b: c; }');
  });

  it('lets only so many wait', async () => {
    const all = Array.from({ length: 21 }, () => compiled('a { b: c }', {}, { ...MINUTE, timeout: 1 }));
    const ended = Promise.allSettled(all);
    const messages = (await ended).map((each) => each.status === 'rejected' && each.reason.message);
    // Those that had their turn say what became of their process.
    expect(messages.map((message) => message !== '')).toEqual([...Array(20).fill(true), false]);
    expect(await css('a { b: c }')).toBe('a { b: c; }');
  });
});
