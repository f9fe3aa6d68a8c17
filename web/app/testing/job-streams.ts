/** For tests: streams of jobs' changes, which the test sends and ends. */
import type { JobOut } from '../api/generated/index.ts';

export const jobStreamed = (over: Partial<JobOut> = {}): JobOut => ({
  id: 'j1',
  name: 'backups.create',
  state: 'running',
  progress: 0.25,
  message: null,
  attempts: 1,
  result: null,
  error: null,
  createdBy: 'user',
  isCancellable: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  finishedAt: null,
  dismissedAt: null,
  ...over,
});

/** One stream: the answer to give, and what becomes of it. */
export class Stream {
  isLeft = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  response(signal: AbortSignal): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        signal.addEventListener('abort', () => {
          this.isLeft = true;
          controller.error(signal.reason);
        });
      },
      cancel: () => {
        this.isLeft = true;
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  send(job: JobOut): void {
    this.write(`event: job\ndata: ${JSON.stringify(job)}\n\n`);
  }

  write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  end(): void {
    this.#controller?.close();
  }

  cut(): void {
    this.#controller?.error(new TypeError('network error'));
  }
}
