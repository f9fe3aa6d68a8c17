import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { drawMember } from '../members/testing.tsx';
import Register from './render.tsx';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function fillIn(user: ReturnType<typeof drawMember>['user']): Promise<void> {
  await user.type(screen.getByLabelText('First name'), 'Ada');
  await user.type(screen.getByLabelText('Last name'), 'Lovelace');
  await user.type(screen.getByLabelText('Email address'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'a long password{Enter}');
}

describe('cms.register', () => {
  it('is closed unless the site says otherwise', () => {
    drawMember(Register, {});
    expect(screen.getByText(/Nobody can register/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('sends what was typed and asks for the mail to be opened', async () => {
    const calls = answerCalls(() => ({ status: 202 }));
    const { user } = drawMember(Register, { terms: '<p>No spam.</p>' }, { isRegistrationOpen: true });
    expect(screen.getByText('No spam.')).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await fillIn(user);
    await screen.findByText(/open the link in the email/);
    expect(calls[0]?.body).toMatchObject({ firstName: 'Ada', emailAddress: 'ada@example.com' });
  });

  it('writes what is refused beside its field', async () => {
    const errors = [
      { field: 'password', code: 'password_too_common', detail: 'Too many people use this one.' },
    ];
    answerCalls(() => ({ status: 422, body: { code: 'validation_failed', errors } }));
    const { user } = drawMember(Register, {}, { isRegistrationOpen: true });
    await fillIn(user);
    await screen.findByText('Too many people use this one.');
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(password));
  });

  it('makes no account for a program that opens the link of a mail', async () => {
    const calls = answerCalls(() => ({ status: 201, body: { public: { claims: claimsWith() } } }));
    drawMember(Register, {}, { isRegistrationOpen: true }, '#token=abc&kind=registration');
    await screen.findByRole('button', { name: 'Make my account' });
    expect(screen.queryByLabelText('First name')).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('confirms the address of the link, logs in and goes on', async () => {
    const calls = answerCalls(() => ({ status: 201, body: { public: { claims: claimsWith() } } }));
    const { user, went } = drawMember(
      Register,
      { afterRegister: '/welcome' },
      { isRegistrationOpen: true },
      '#token=abc&kind=registration',
    );
    await user.click(await screen.findByRole('button', { name: 'Make my account' }));
    await waitFor(() => expect(went).toHaveBeenCalledWith('/welcome'));
    expect(calls[0]).toMatchObject({ path: '/auth/registrations/confirmation', body: { token: 'abc' } });
    expect(localStorage.getItem(CLAIMS_KEY)).not.toBeNull();
  });

  it('says that a link is of no use any more', async () => {
    answerCalls(() => ({ status: 404, body: { code: 'token_unusable' } }));
    const { user } = drawMember(Register, {}, { isRegistrationOpen: true }, '#token=abc&kind=registration');
    await user.click(await screen.findByRole('button', { name: 'Make my account' }));
    await screen.findByText(/can no longer be used/);
    expect(screen.getByLabelText('First name')).toBeTruthy();
  });

  it('leaves links of another kind alone', async () => {
    const calls = answerCalls(() => ({ status: 204 }));
    drawMember(Register, {}, { isRegistrationOpen: true }, '#token=abc&kind=email-address');
    await screen.findByLabelText('First name');
    expect(calls).toEqual([]);
  });
});
