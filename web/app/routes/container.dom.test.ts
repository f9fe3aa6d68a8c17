import { beforeEach, expect, it, vi } from 'vitest';
import { findContainer } from './container.ts';

beforeEach(() => document.body.replaceChildren());

it('finds #app', () => {
  document.body.innerHTML = '<div id="app"></div>';
  expect(findContainer()).toBe(document.getElementById('app'));
});

it('logs in the words of the specification when it is missing, and stops', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(findContainer()).toBeNull();
  expect(log).toHaveBeenCalledWith('An application container with a CSS ID of #app is required');
});
