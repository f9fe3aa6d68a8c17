import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { MemberForm, TextField } from './form.tsx';

/** Draws a form with a name and a password. */
function draw({ isStored }: { isStored?: boolean } = {}) {
  const answers: PromiseWithResolvers<void>[] = [];
  const onSubmit = vi.fn(() => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  render(
    <MemberForm submit="Send" label="Me" onSubmit={onSubmit} isStored={isStored}>
      <TextField name="name" label="Name" />
      <TextField name="code" label="Password" type="password" />
    </MemberForm>,
  );
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  const send = () => fireEvent.submit(screen.getByRole('form'));
  const isUnsaved = () => screen.getByRole('form').matches('[data-unsaved]');
  return { answers, type, send, isUnsaved };
}

it('says of a form what is in it that is not saved, but for passwords', () => {
  const { type, isUnsaved } = draw();
  type('Password', 'secret');
  expect(isUnsaved()).toBe(false);
  type('Name', 'Ida');
  expect(isUnsaved()).toBe(true);
});

it('says so until it is sent, and of what was typed since', async () => {
  const { answers, type, send, isUnsaved } = draw();
  type('Name', 'Ida');
  send();
  await act(async () => answers[0]?.reject(new ProblemError(503, {})));
  expect(isUnsaved()).toBe(true);
  send();
  await act(async () => answers[1]?.resolve());
  expect(isUnsaved()).toBe(false);
  type('Name', 'Ida L.');
  send();
  type('Name', 'Ida Lovelace');
  await act(async () => answers[2]?.resolve());
  expect(isUnsaved()).toBe(true);
});

it('does not where it is stored elsewhere', () => {
  const { type, isUnsaved } = draw({ isStored: true });
  type('Name', 'Ida');
  expect(isUnsaved()).toBe(false);
});
