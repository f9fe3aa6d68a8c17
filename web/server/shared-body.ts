import { hash } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { HtmlParts } from '../app/ssr/render.tsx';

/** What is kept with a piece that many pages have: its bytes, their hash, and a run of deflate that others can stand around. */
interface Shared {
  bytes: Buffer;
  hash: string;
  deflated: Buffer;
}

const known = new WeakMap<HtmlParts['shared'], Shared>();
/** The most that a stored block of deflate can hold. */
const MOST_STORED = 65_535;
/**
 * What is compressed this way is a few kilobytes: with zlib's own sizes its tables would be a quarter of a megabyte, made
 * anew for each page and as good as never in the processor's cache.
 */
const QUICKLY = { level: 1, windowBits: 14, memLevel: 6, chunkSize: 8192 };
/** Deflate, no flags, no time, no system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/**
 * A page's document whose styles are those of many others: hashed and compressed with what is kept of these. Most of a
 * page's bytes are styles, and pages that nobody has asked for yet are compressed while a visitor waits.
 */
export class SharedBody {
  readonly length: number;
  private readonly before: Buffer;
  private readonly shared: Shared;
  private readonly after: Buffer;

  constructor({ before, shared, after }: HtmlParts) {
    this.before = Buffer.from(before);
    this.shared = sharedOf(shared);
    this.after = Buffer.from(after);
    this.length = this.before.length + this.shared.bytes.length + this.after.length;
  }

  /** Of the document; equal documents that are divided in the same way have the same. */
  get hash(): string {
    const { before, shared, after } = this;
    // Of the hashes of its parts, so that none of them is copied.
    const parts = `${hash('sha1', before, 'base64url')} ${shared.hash} ${hash('sha1', after, 'base64url')}`;
    return hash('sha1', parts, 'base64url');
  }

  get bytes(): Buffer {
    return Buffer.concat([this.before, this.shared.bytes, this.after]);
  }

  /** The document as gzip, made quickly: what comes before the styles is short and stored as it is. */
  gzipped(): Buffer {
    const { before, shared, after } = this;
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(after, crc32(shared.bytes, crc32(before))), 0);
    trailer.writeUInt32LE(this.length, 4);
    const rest = deflateRawSync(after, QUICKLY);
    return Buffer.concat([GZIP_HEADER, ...storedBlocks(before), shared.deflated, rest, trailer]);
  }
}

function sharedOf(shared: HtmlParts['shared']): Shared {
  const found = known.get(shared);
  if (found) return found;
  const bytes = Buffer.from(shared.html);
  // It refers to nothing before it, and ends with a whole byte.
  const deflated = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const made = { bytes, hash: hash('sha1', bytes, 'base64url'), deflated };
  known.set(shared, made);
  return made;
}

/** Blocks of deflate that hold bytes as they are, none of them the last. */
function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += MOST_STORED) {
    const part = bytes.subarray(at, at + MOST_STORED);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(MOST_STORED - part.length, 3);
    blocks.push(head, part);
  }
  return blocks;
}
