import { Upstream } from './upstream.ts';

/** Whether the site has been set up; unknown while auth is away. */
export type SetUp = 'done' | 'missing' | 'unknown';

/** Asks auth whether any user exists, until one does. That is never forgotten: a site is set up once. */
export class SetUpState {
  private readonly auth: Upstream;
  private isDone = false;
  private asking: Promise<SetUp> | undefined;

  constructor(authUrl: string) {
    this.auth = new Upstream(authUrl, 3_000);
  }

  async read(): Promise<SetUp> {
    if (this.isDone) return 'done';
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  close(): void {
    this.auth.close();
  }

  private async ask(): Promise<SetUp> {
    try {
      const { status, body } = await this.auth.get('/auth/internal/status', {});
      const { userCount } = JSON.parse(body.toString());
      if (status !== 200 || typeof userCount !== 'number') return 'unknown';
      this.isDone = userCount > 0;
      return this.isDone ? 'done' : 'missing';
    } catch {
      return 'unknown';
    }
  }
}
