import type { Server } from 'node:http';

/** Whether the host is there to stay, and how it makes that known before it ends. */
export class Leaving {
  private isAsked = false;

  /** Whether to send requests here rather than to another host. */
  get isReady(): boolean {
    return !this.isAsked;
  }

  /**
   * Goes on serving for some milliseconds, so that a load balancer in front of several hosts notices. Each
   * connection is closed after the next answer on it: in the end hardly one is left that could be closed under a request
   * on its way.
   */
  async announce(server: Server, milliseconds: number): Promise<void> {
    this.isAsked = true;
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    if (milliseconds > 0) await new Promise((over) => setTimeout(over, milliseconds));
  }
}
