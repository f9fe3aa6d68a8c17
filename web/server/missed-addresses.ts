import type { Log } from './log.ts';

/** An address that nothing was found at, and how often since the last report. */
export interface MissedAddress {
  url: string;
  hits: number;
  /** Where the last one with a referrer came from, without its query: that may say something about people. */
  referrer?: string;
}

type Report = (addresses: MissedAddress[]) => Promise<void>;

/** How often is reported, in milliseconds. */
const EVERY = 2_000;
/** Of one report. What scanners ask for beyond it is nobody's loss. */
const MOST = 500;
const LONGEST_REFERRER = 2_000;

/** Counts the addresses that visitors ask for in vain, and tells content of them for its log. */
export class MissedAddresses {
  private readonly report: Report;
  private readonly log: Log;
  private readonly counted = new Map<string, MissedAddress>();
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(report: Report, log: Log) {
    this.report = report;
    this.log = log;
    this.timer = setInterval(() => void this.flush(), EVERY).unref();
  }

  /** `url` is a page's path; `referrer` what the visitor's browser said of where the link is. */
  add(url: string, referrer: string | undefined): void {
    const known = this.counted.get(url);
    if (!known && this.counted.size >= MOST) return;
    const from = withoutQuery(referrer) ?? known?.referrer;
    this.counted.set(url, { url, hits: (known?.hits ?? 0) + 1, ...(from && { referrer: from }) });
  }

  /** Reports what was counted since the last time. Never rejects: what content does not take is not counted. */
  async flush(): Promise<void> {
    if (this.counted.size === 0) return;
    const addresses = [...this.counted.values()];
    this.counted.clear();
    try {
      await this.report(addresses);
    } catch (error) {
      this.log('warning', 'missing addresses not reported', { count: addresses.length, error });
    }
  }

  /** Reports the last of them. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}

function withoutQuery(referrer: string | undefined): string | undefined {
  if (!referrer || !URL.canParse(referrer)) return undefined;
  const { protocol, origin, pathname } = new URL(referrer);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return (origin + pathname).slice(0, LONGEST_REFERRER);
}
