import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import RelativeNavigation, { type RelativeNavigationData, type RelativeNavigationFields } from './render.tsx';

const link = (name: string) => ({ url: `/${name}`, label: name });
const data: RelativeNavigationData = {
  parent: link('top'),
  siblings: [link('one'), link('two'), link('three')],
  children: [link('below')],
  previous: link('one'),
  next: link('three'),
};
const show = (fields: RelativeNavigationFields, given: RelativeNavigationData = data) =>
  render(<RelativeNavigation {...viewProps({ fields, data: given, url: '/two' })} />);
const shown = () => screen.queryAllByRole('link').map((one) => one.getAttribute('href'));

it('links the pages around, those below within the page itself', () => {
  show({ showNeighbours: true });
  expect(shown()).toEqual(['/top', '/one', '/two', '/below', '/three', '/one', '/three']);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('two');
});

it('shows what is wanted alone', () => {
  show({ showParent: false, showSiblings: false, label: 'Below', showLabel: true });
  expect(shown()).toEqual(['/below']);
  expect(screen.getByRole('navigation', { name: 'Below' })).toBeTruthy();
});

it('is nothing for a page that is alone', () => {
  const { container } = show(
    {},
    { parent: null, siblings: [link('two')], children: [], previous: null, next: null },
  );
  expect(container.textContent).toBe('');
});
