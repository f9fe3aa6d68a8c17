import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useRemembered } from './use-remembered.ts';

beforeEach(() => localStorage.clear());

function Rows({ known }: { known?: number }) {
  return <output>{useRemembered('rows', known) ?? 'unknown'}</output>;
}

const shown = () => screen.getByRole('status').textContent;

it('gives what was known the last time, until it is known', () => {
  const first = render(<Rows />);
  expect(shown()).toBe('unknown');
  first.rerender(<Rows known={0} />);
  expect(shown()).toBe('0');
  first.unmount();
  const second = render(<Rows />);
  expect(shown()).toBe('0');
  second.rerender(<Rows known={5} />);
  expect(shown()).toBe('5');
});

it('takes nothing else that the browser has kept', () => {
  for (const kept of ['{', '"five"', '[]', 'null']) {
    localStorage.setItem('pw-last-rows', kept);
    const one = render(<Rows />);
    expect(shown()).toBe('unknown');
    one.unmount();
  }
});
