import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import '#words/server.ts';
import { SiteWords } from '#words/react.tsx';
import { TaxName } from './tax-name.tsx';

it.each([
  ['en', '5.5', 'Tax 5.5 %'],
  ['de', '5.5', 'MwSt. 5,5 %'],
  ['de', '8.8875', 'MwSt. 8,8875 %'],
  ['de', '20', 'MwSt. 20 %'],
])('in %s a rate of %s is written as people write it', (language, percent, expected) => {
  const { container } = render(
    <SiteWords site={{ language, timeZone: 'Europe/London' }}>
      <TaxName percent={percent} />
    </SiteWords>,
  );
  expect(container.textContent).toBe(expected);
});
