/** For tests: a member plugin as a page has it. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { definePlugin, type Fields, type PluginView } from '../contract.ts';
import type { MemberData } from './member.ts';

/** Draws the view and takes over the address bar: what it would load is told to `went`. */
export function drawMember(View: PluginView, fields: Fields, data: Partial<MemberData> = {}, hash = '') {
  const went = vi.fn<(to: string) => void>();
  const reload = vi.fn();
  const { origin, pathname, search } = window.location;
  vi.stubGlobal('location', { origin, pathname, search, hash, reload, assign: went });
  const { ref } = definePlugin({ ref: 'test.member', label: 'Member' });
  const plugin = { id: 'p', ref, version: 1, fields, data };
  const drawn = render(
    <main>
      <View plugin={plugin} pageUrl="/" position={0} />
    </main>,
  );
  return { user: userEvent.setup(), went, reload, ...drawn };
}
