import { expect, it } from 'vitest';
import { type Section, validateFields } from './form-fields.ts';

interface Values {
  title: string;
  order: string;
  isOn: boolean;
  [name: string]: string | boolean;
}

const sections: Section<Values>[] = [
  {
    fields: [
      {
        kind: 'text',
        name: 'title',
        label: 'Title',
        isRequired: true,
        pattern: /^[A-Z]/,
        patternHint: 'Begin with a capital.',
      },
    ],
  },
  {
    fields: [
      { kind: 'switch', name: 'isOn', label: 'On' },
      { kind: 'number', name: 'order', label: 'Position', isShown: ({ isOn }) => isOn },
    ],
  },
];

it.each([
  [{ title: 'Home', order: '', isOn: true }, {}],
  [{ title: '   ', order: '', isOn: false }, { title: 'Title is needed.' }],
  [{ title: 'Home', order: 'first', isOn: true }, { order: 'Position has to be a number.' }],
  [{ title: 'Home', order: '-1.5', isOn: true }, {}],
  [{ title: 'Home', order: 'first', isOn: false }, {}],
  [{ title: 'home', order: '', isOn: false }, { title: 'Begin with a capital.' }],
])('%j', (values, faults) => {
  expect(validateFields(sections, values)).toEqual(faults);
});
