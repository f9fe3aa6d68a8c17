import type { IncomingMessage } from 'node:http';

/** The body, or undefined where it is longer: the rest is read and dropped, so that the answer can be sent. */
export function readUpTo(most: number, request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
    });
    request.on('end', () => resolve(size <= most ? Buffer.concat(chunks) : undefined));
    request.on('error', reject);
  });
}
