import { expect, it } from 'vitest';
import { type Section, validateFields } from './form-fields.ts';

interface Values {
  title: string;
  order: number | string | undefined;
  isOn: boolean;
  [name: string]: unknown;
}

const sections: Section<Values>[] = [
  {
    fields: [
      {
        type: 'text',
        name: 'title',
        label: 'Title',
        required: true,
        pattern: /^[A-Z]/,
        patternHint: 'Begin with a capital.',
      },
    ],
  },
  {
    fields: [
      { type: 'switch', name: 'isOn', label: 'On' },
      { type: 'number', name: 'order', label: 'Position', isShown: ({ isOn }) => isOn },
    ],
  },
];

it.each([
  [{ title: 'Home', order: undefined, isOn: true }, {}],
  [{ title: '   ', order: undefined, isOn: false }, { title: 'Fill this in.' }],
  [{ title: 'Home', order: 'first', isOn: true }, { order: 'This has to be a number.' }],
  [{ title: 'Home', order: -1.5, isOn: true }, {}],
  [{ title: 'Home', order: 'first', isOn: false }, {}],
  [{ title: 'home', order: undefined, isOn: false }, { title: 'Begin with a capital.' }],
])('%j', (values, faults) => {
  expect(validateFields(sections, values)).toEqual(faults);
});
