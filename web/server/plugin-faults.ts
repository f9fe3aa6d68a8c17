import type { Log } from './log.ts';

/** Enough for the faults of a site; beyond it they are told anew. */
const MOST_KNOWN = 1_000;

/** Tells of plugins that could not be drawn, of each fault of an instance once: its page may be drawn for every visitor. */
export class PluginFaults {
  private readonly known = new Set<string>();
  private readonly log: Log;

  constructor(log: Log) {
    this.log = log;
  }

  add(ref: string, pluginId: string, error: unknown): void {
    const key = `${ref} ${pluginId} ${String(error).slice(0, 500)}`;
    if (this.known.has(key)) return;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.add(key);
    this.log('error', 'plugin not drawn', { ref, pluginId, error });
  }
}
