import { describe, expect, it, vi } from 'vitest';
import { type MissedAddress, MissedAddresses } from './missed-addresses.ts';

function counter(report = vi.fn(async (_: MissedAddress[]) => {})) {
  const log = vi.fn();
  return { missed: new MissedAddresses(report, log), report, log };
}

describe('MissedAddresses', () => {
  it('reports each address once, with how often it was asked for and the last known referrer', async () => {
    const { missed, report } = counter();
    missed.add('/a', 'https://from.example/page?who=ada#part');
    missed.add('/a', undefined);
    missed.add('/b', 'javascript:alert(1)');
    await missed.close();
    expect(report.mock.calls).toEqual([
      [
        [
          { url: '/a', hits: 2, referrer: 'https://from.example/page' },
          { url: '/b', hits: 1 },
        ],
      ],
    ]);
  });

  it('reports nothing twice, and nothing at all where there is nothing', async () => {
    const { missed, report } = counter();
    missed.add('/a', undefined);
    await missed.flush();
    await missed.close();
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('keeps a bounded number of addresses, and goes on counting those', async () => {
    const { missed, report } = counter();
    for (let number = 0; number < 10_000; number += 1) missed.add(`/${number}`, undefined);
    missed.add('/0', undefined);
    await missed.close();
    const [addresses = []] = report.mock.calls[0] ?? [];
    expect(addresses.length).toBe(500);
    expect(addresses[0]).toEqual({ url: '/0', hits: 2 });
  });

  it('goes on when content does not take a report', async () => {
    const { missed, log } = counter(vi.fn(async () => Promise.reject(new Error('away'))));
    missed.add('/a', undefined);
    await missed.close();
    expect(log).toHaveBeenCalledWith('warning', 'missing addresses not reported', expect.anything());
  });
});
