/** For tests: a member plugin as a page has it. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { Fields, PluginView } from '../contract.ts';
import { viewProps } from '../testing.ts';
import type { MemberData } from './member.ts';

/** Draws the view and takes over the address bar: what it would load is told to `went`. */
export function drawMember(View: PluginView, fields: Fields, data: Partial<MemberData> = {}, hash = '') {
  const went = vi.fn<(to: string) => void>();
  const reload = vi.fn();
  const { origin, pathname, search } = window.location;
  vi.stubGlobal('location', { origin, pathname, search, hash, reload, assign: went });
  const drawn = render(
    <main>
      <View {...viewProps({ ref: 'test.member', fields, data })} />
    </main>,
  );
  return { user: userEvent.setup(), went, reload, ...drawn };
}
