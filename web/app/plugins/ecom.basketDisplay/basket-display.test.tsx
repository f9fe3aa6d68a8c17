import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeBasket } from '../shop/basket.ts';
import { productId } from '../shop/testing.ts';
import { viewProps } from '../testing.ts';
import BasketDisplay, { type BasketDisplayFields } from './render.tsx';
import start from './script.ts';

function open(fields: BasketDisplayFields): HTMLElement {
  const { container } = render(<BasketDisplay {...viewProps({ fields })} />);
  start(container);
  return container;
}

const put = (quantity: number) => changeBasket(() => [{ productId: productId(1), quantity }]);

beforeEach(() => localStorage.clear());

describe('the link to the basket', () => {
  it('says how much is in it, at once and after each change', () => {
    put(2);
    open({ basketPage: '/basket' });
    expect(screen.getByRole('link', { name: 'Basket 2 items' }).getAttribute('href')).toBe('/basket');
    put(1);
    expect(screen.getByRole('link', { name: 'Basket 1 item' })).toBeTruthy();
    put(0);
    expect(screen.getByRole('link', { name: 'Basket 0 items' })).toBeTruthy();
  });

  it('is only words where no page is chosen, and can be hidden as long as there is nothing', () => {
    const container = open({ hideEmpty: true, label: 'Bag' });
    expect(screen.queryByRole('link')).toBeNull();
    expect(container.querySelector('[data-hides]')?.textContent).toContain('Bag 0');
  });
});
