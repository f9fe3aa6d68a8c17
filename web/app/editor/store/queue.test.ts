import { expect, it } from 'vitest';
import type { Action } from '../../page/actions/types.ts';
import { type QueuedChange, setsOf, startSending } from './queue.ts';

const write = (pluginId: string, content: string): Action => ({
  name: 'PLUGIN_UPDATE',
  pluginId,
  fields: { content },
});
const queued = (id: string, version: number, ...actions: Action[]): QueuedChange => ({
  id,
  label: id,
  version,
  actions,
});

it('names the own saves that the oldest change has not seen', () => {
  const queue = { waiting: [queued('a', 9), queued('b', 5)] };
  expect(startSending(queue, 'key', [4, 5, 6, 10]).sending?.ownVersions).toEqual([6, 10]);
});

it('puts together the actions of one version that follow each other, and sends no empty set', () => {
  const changes = [
    queued('a', 7, write('p-one', 'x')),
    queued('b', 7, write('p-two', 'y')),
    queued('c', 8),
    queued('d', 9, write('p-one', 'z')),
  ];
  expect(setsOf(changes)).toEqual([
    { version: 7, actions: [write('p-one', 'x'), write('p-two', 'y')] },
    { version: 9, actions: [write('p-one', 'z')] },
  ]);
});
