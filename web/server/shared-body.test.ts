import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SharedBody } from './shared-body.ts';

const styles = { html: `<style>${'.a{color:red}'.repeat(2_000)}</style>` };
const body = (before: string, after: string, shared = styles) => new SharedBody({ before, shared, after });

describe('SharedBody', () => {
  it.each([
    ['a page', '<head><title>Boote – Häfen</title>', '<body>🛶 Words</body>'],
    ['nothing before', '', '<body>'],
    ['nothing after', '<head>', ''],
    ['a long head', `<meta content="${randomBytes(50_000).toString('hex')}">`, '<body>'],
  ])('is one document, plain and as gzip: %s', (_, before, after) => {
    const made = body(before, after);
    const document = before + styles.html + after;
    expect(made.bytes.toString()).toBe(document);
    expect(made.length).toBe(Buffer.byteLength(document));
    // Throws where its check sum or its length is wrong.
    expect(gunzipSync(made.gzipped()).toString()).toBe(document);
  });

  it('is small as gzip', () => {
    const made = body('<head>', `<body>${'<p>words</p>'.repeat(1_000)}`);
    expect(made.gzipped().length).toBeLessThan(made.length / 50);
  });

  it('has a hash of all that it says', () => {
    const { hash } = body('a', 'b');
    expect(body('a', 'b', { ...styles }).hash).toBe(hash);
    const others = [body('a', 'c'), body('c', 'b'), body('a', 'b', { html: `${styles.html} ` })];
    expect(new Set([hash, ...others.map((other) => other.hash)]).size).toBe(4);
  });
});
