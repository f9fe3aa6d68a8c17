import { expect, it, vi } from 'vitest';
import { PluginFaults } from './plugin-faults.ts';

it('tells of each fault of an instance once, however many visitors meet it', () => {
  const log = vi.fn<() => void>();
  const faults = new PluginFaults(log);
  for (let visit = 0; visit < 3; visit += 1) {
    faults.add('acme.clock', 'p1', new Error('no hands'));
    faults.add('acme.clock', 'p2', new Error('no hands'));
  }
  faults.add('acme.clock', 'p1', new Error('no face'));
  expect(log).toHaveBeenCalledTimes(3);
});

it('forgets rather than grows', () => {
  const log = vi.fn<() => void>();
  const faults = new PluginFaults(log);
  for (const id of Array.from({ length: 1_001 }, (_, index) => `p${index}`))
    faults.add('acme.clock', id, 'no');
  faults.add('acme.clock', 'p0', 'no');
  expect(log).toHaveBeenCalledTimes(1_002);
});
