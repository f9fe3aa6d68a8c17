import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '../../plugins/contract.ts';
import { AppProviders } from '../../ui/app-providers.tsx';
import { DefaultForm } from './default-form.tsx';

const address: FieldDefinition = { type: 'url', label: 'Address' };
const definitions: Record<string, FieldDefinition> = {
  links: { type: 'list', label: 'Links', maxItems: 2, item: { href: address } },
};

function show(links: unknown) {
  render(
    <AppProviders>
      <DefaultForm definitions={definitions} fields={{ links }} onChange={() => undefined} />
    </AppProviders>,
  );
}

describe('the form of a list', () => {
  it('says at the item what is wrong with it', () => {
    show([{ href: '/good' }, { href: 'javascript:x()' }]);
    const [good, bad] = screen.getAllByLabelText('Address');
    expect(good?.getAttribute('aria-invalid')).not.toBe('true');
    expect(bad?.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(/^Enter a web address/)).toHaveLength(1);
  });

  it('says of the list when it is too long', () => {
    show([{}, {}, {}]);
    screen.getByText('There can be 2 at most.');
  });
});
