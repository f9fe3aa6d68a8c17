/**
 * What is wrong with a value, in words, by the code of its fault; `out_of_range` and `wrong_type` have several. What services
 * say of the same faults is shared/kit/field_values/faults.py.
 */
import { plural, t } from '@lingui/core/macro';

/** The bounds that a sentence names: numbers, or money in words. */
export interface FaultValues {
  min: number | string;
  max: number | string;
}

export const faultWords = {
  required: () => t`Fill this in.`,
  unknown_field: () => t`There is no such field.`,
  missing_part: () => t`This part is missing.`,
  not_text: () => t`This has to be text.`,
  not_number: () => t`This has to be a number.`,
  not_whole: () => t`This has to be a whole number.`,
  not_boolean: () => t`This has to be on or off.`,
  not_object: () => t`This has to be an object.`,
  not_list: () => t`This has to be a list.`,
  too_long: ({ max }) =>
    t`${plural(Number(max), { one: 'This can have # character at most.', other: 'This can have # characters at most.' })}`,
  too_short: ({ min }) =>
    t`${plural(Number(min), { one: 'This needs # character at least.', other: 'This needs # characters at least.' })}`,
  too_few: ({ min }) => t`There have to be ${min} at least.`,
  too_many: ({ max }) => t`There can be ${max} at most.`,
  below_min: ({ min }) => t`This has to be ${min} or more.`,
  above_max: ({ max }) => t`This has to be ${max} or less.`,
  not_between: ({ min, max }) => t`This has to be between ${min} and ${max}.`,
  too_far: () => t`This number is too large.`,
  too_few_options: ({ max }) => t`This can be ${max} at most: there are no more options.`,
  not_in_range: () => t`This date cannot be chosen.`,
  not_an_option: () => t`Choose one of the options.`,
  unsafe_address: () => t`Enter a web address, or a path on this site that starts with “/”.`,
  invalid_colour: () => t`Enter a colour, such as #2563eb or teal.`,
  invalid_crop: () => t`Choose the part of the image again.`,
  invalid_date: () => t`Enter a date that exists, such as 2026-01-31.`,
  invalid_time: () => t`Enter a time, such as 14:30.`,
  invalid_date_time: () => t`Enter a date and a time that exist.`,
  invalid_email: () => t`Enter a valid email address.`,
  invalid_phone: () => t`Enter a phone number.`,
  file_too_large: ({ max }) => t`A file can be at most ${max} MB large.`,
  file_type: () => t`Files of this type are not accepted.`,
  invalid_currency: () => t`Enter the three letters of a currency, such as EUR.`,
  invalid_id: () => t`Choose one from the list.`,
  invalid_web_address: () => t`Enter a web address that starts with https://.`,
} satisfies Record<string, (values: FaultValues) => string>;

export type FaultWords = keyof typeof faultWords;
