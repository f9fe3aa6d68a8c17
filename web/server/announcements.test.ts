import { expect, it, vi } from 'vitest';
import { Announcements } from './announcements.ts';

function listening() {
  const listener = { open: vi.fn(), close: vi.fn(), clear: vi.fn(), invalidate: vi.fn() };
  return { listener, announcements: new Announcements(listener, () => {}) };
}

const event = (id: string, ...tags: string[]) => ({ id, name: 'content.pages_changed', payload: { tags } });
const hint = (id: string, ...tags: string[]) => JSON.stringify([{ id, tags }]);

it('tells once of a change that a wake and the log give', () => {
  const { listener, announcements } = listening();
  announcements.hint(hint('1', 'page:a'));
  announcements.read({ events: [event('1', 'page:a'), event('2', 'page:b')], more: false });
  expect(listener.invalidate.mock.calls).toEqual([[['page:a']], [['page:b']]]);
});

it('tells of what the log gives where no wake told of it', () => {
  const { listener, announcements } = listening();
  announcements.hint(hint('1', 'page:a'));
  announcements.clear();
  announcements.read({ events: [event('1', 'page:a')], more: false });
  expect(listener.invalidate).toHaveBeenCalledTimes(2);
});

it('tells twice of two changes of one page', () => {
  const { listener, announcements } = listening();
  announcements.hint(hint('1', 'page:a'));
  announcements.hint(hint('2', 'page:a'));
  announcements.read({ events: [event('1', 'page:a'), event('2', 'page:a')], more: false });
  expect(listener.invalidate).toHaveBeenCalledTimes(2);
});

it.each(['["page:a"]', 'page:a', '{}'])('clears all where it cannot tell what changed: %s', (text) => {
  const { listener, announcements } = listening();
  announcements.hint(text);
  expect(listener.clear).toHaveBeenCalledOnce();
});

it('clears all where the log has more than it gave', () => {
  const { listener, announcements } = listening();
  announcements.read({ events: [], more: true });
  expect(listener.clear).toHaveBeenCalledOnce();
});
