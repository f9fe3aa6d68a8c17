import type { PersonOut } from './generated/index.ts';

export const fullName = ({ firstName, lastName }: Pick<PersonOut, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

/** Start of the key of every query for people: invalidate by it. */
export const peopleKey = [{ tags: ['people'] }];
