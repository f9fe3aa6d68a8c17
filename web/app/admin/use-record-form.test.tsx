import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRecordForm } from './use-record-form.tsx';

type Values = { name: string; secret?: string };

/** A form whose saving ends when it is told to. */
function open(first: Values) {
  const { promise, resolve } = Promise.withResolvers<{ name: string }>();
  const { result } = renderHook(() =>
    useRecordForm<Values, { name: string }>({
      record: { name: 'Shop' },
      valuesOf: (record) => ({ name: record?.name ?? '' }),
      validate: {},
      submit: () => promise,
      onSaved: () => {},
      fieldsOf: () => [],
    }),
  );
  act(() => result.current.form.setValues(first));
  let sending: Promise<void>;
  act(() => {
    sending = result.current.send(first);
  });
  const save = () =>
    act(async () => {
      resolve({ name: first.name });
      await sending;
    });
  return { result, save };
}

it('what was sent is saved', async () => {
  const { result, save } = open({ name: 'Store' });
  await save();
  expect(result.current.form.isDirty()).toBe(false);
});

it.each([{ name: 'Store' }, { name: 'Store', secret: 'sk_1' }])(
  'what is typed while it is saved stays, and is not taken for saved',
  async (first) => {
    const { result, save } = open(first);
    act(() => result.current.form.setFieldValue('name', 'Store and more'));
    await save();
    expect(result.current.form.getValues().name).toBe('Store and more');
    expect(result.current.form.getValues().secret).toBeUndefined();
    expect(result.current.form.isDirty('name')).toBe(true);
  },
);
