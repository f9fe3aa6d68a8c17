import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { dashboard, dayOf, none, serveSite, show } from './testing.tsx';

let site: ReturnType<typeof serveSite>;

beforeEach(() => {
  site = serveSite();
});

describe('the sales on the shop’s dashboard', () => {
  it('shows takings and orders, by the clocks of the site', async () => {
    const days = dashboard().days.with(28, { date: dayOf(29), orders: 2, takings: 5_000 });
    const periods = [
      { days: 1, ...none, before: none },
      { days: 7, orders: 2, takings: 5_000, before: { orders: 1, takings: 4_000 } },
      { days: 30, orders: 2, takings: 5_000, before: { orders: 9, takings: 10_000 } },
    ];
    site.answer = { body: dashboard({ days, periods, otherCurrencies: ['EUR'] }) };
    const { user } = show('ecom:read');
    await screen.findByText('25 % more than in the 7 days before');
    screen.getByText('50 % less than in the 30 days before');
    screen.getByText(
      /less what was refunded that day.*time zone Europe\/London.*Orders in EUR are not counted/,
    );
    expect(site.calls.find(({ path }) => path === '/ecom/dashboard')?.query.get('timezone')).toBe(
      'Europe/London',
    );

    const chart = screen.getByRole('slider', { name: 'Sales by day' });
    chart.focus();
    await user.keyboard('{ArrowLeft}');
    expect(chart.getAttribute('aria-valuetext')).toBe('29 March 2026: £50.00, 2 orders');
    await user.click(screen.getByText('Show as a table'));
    expect(screen.getByRole('row', { name: '29 Mar 2026 2 £50.00' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Orders' }));
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('draws a day on which more went back than came', async () => {
    const days = dashboard().days.with(29, { date: dayOf(30), orders: 0, takings: -900 });
    site.answer = { body: dashboard({ days }) };
    show('ecom:read');
    const chart = await screen.findByRole('slider', { name: 'Sales by day' });
    expect(chart.getAttribute('aria-valuetext')).toContain('-£9.00');
    // Nothing is at the top, and the last day as far below it as the scale has it.
    expect(chart.querySelector('path:last-child')?.getAttribute('d')).toMatch(/^M0 0L.* 0L100 90$/);
  });

  it('says where nothing was sold', async () => {
    show('ecom:read');
    await screen.findByText(/Nothing was sold in the last 30 days/);
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
    expect(screen.getAllByText('None')).toHaveLength(8);
  });
});
