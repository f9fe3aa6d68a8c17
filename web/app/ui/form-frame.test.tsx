import { MantineProvider, TextInput } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ProblemError } from '../api/problem.ts';
import { FormFrame } from './form-frame.tsx';
import { faultsByField, useProblemForm } from './use-problem-form.ts';

interface NameFormProps {
  submit: (name: string) => Promise<void>;
  onCancel?: () => void;
}

function NameForm({ submit, onCancel }: NameFormProps) {
  const { form, frame } = useProblemForm({
    initialValues: { name: '' },
    submit: ({ name }) => submit(name),
    onSaved: () => undefined,
  });
  return (
    <FormFrame {...frame} submitLabel="Save" isUnchanged={!form.isDirty()} onCancel={onCancel}>
      <TextInput label="Name" {...form.getInputProps('name')} />
    </FormFrame>
  );
}

function show(props: NameFormProps) {
  render(<NameForm {...props} />, { wrapper: MantineProvider });
  return {
    user: userEvent.setup(),
    name: screen.getByLabelText('Name'),
    save: screen.getByRole('button', { name: 'Save' }),
  };
}

/** A save that waits to be told how it ends. */
function waiting() {
  const sent: string[] = [];
  const ends = Promise.withResolvers<void>();
  const submit = (name: string) => {
    sent.push(name);
    return ends.promise;
  };
  return { sent, ends, submit };
}

it('keeps the focus on the button that was pressed, while it saves and after', async () => {
  const { sent, ends, submit } = waiting();
  const { user, name, save } = show({ submit });
  await user.type(name, 'Ada');
  await user.click(save);
  expect(save.getAttribute('aria-busy')).toBe('true');
  await user.keyboard('{Enter}');
  ends.resolve();
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  expect(save.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(save);
  expect(sent).toEqual(['Ada']);
});

it('sends nothing while nothing has changed, by Enter neither', async () => {
  const { sent, submit } = waiting();
  const { user, name, save } = show({ submit });
  await user.type(name, '{Enter}');
  await user.click(save);
  expect(sent).toEqual([]);
});

it('says above the fields why it was refused, and can be sent again', async () => {
  const { ends, submit } = waiting();
  const { user, name, save } = show({ submit });
  await user.type(name, 'Ada{Enter}');
  ends.reject(
    new ProblemError(409, { code: 'taken', title: 'Conflict', detail: 'There is an Ada already.' }),
  );
  const alert = await screen.findByText('There is an Ada already.');
  expect(alert.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBeNull());
});

it('can be given up', async () => {
  const given: string[] = [];
  const { user } = show({ submit: waiting().submit, onCancel: () => given.push('up') });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(given).toEqual(['up']);
});

it('says one fault of a field at a time, the first, and lists those of no field', () => {
  const faults = [
    { field: 'name', code: 'too_long', detail: 'First.' },
    { field: 'name', code: 'taken', detail: 'Second.' },
    { field: 'other', code: 'missing', detail: 'Elsewhere.' },
  ];
  expect(faultsByField(faults, { name: '' })).toEqual({ messages: { name: 'First.' }, others: [faults[2]] });
});
