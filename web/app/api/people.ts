/** People, with an account or without, as the admin lists and changes them. */
import { ifMatch } from './fetch.ts';
import { peopleGetOptions, peopleListOptions } from './generated/@tanstack/react-query.gen.ts';
import {
  type PeopleListData,
  type PersonFound,
  type PersonIn,
  type PersonOut,
  peopleCreate,
  peopleDelete,
  peopleUpdate,
} from './generated/index.ts';

/** As they belong to an account, and as a change gives them back. */
export type PersonRecord = PersonOut;
/** As they are looked up: `userId` is their account, null for who has none. */
export type FoundPerson = PersonFound;
export type PersonInput = Required<PersonIn>;

export const fullName = ({ firstName, lastName }: PersonRecord) => `${firstName} ${lastName}`;

/** Start of the key of every query for people: invalidate by it. */
export const peopleKey = [{ tags: ['people'] }];

export const listPeopleOptions = (query: PeopleListData['query']) => peopleListOptions({ query });

export const getPersonOptions = (id: string) => peopleGetOptions({ path: { id } });

export async function createPerson(body: PersonInput): Promise<FoundPerson> {
  const { data } = await peopleCreate({ body });
  return { ...data, userId: null };
}

/** ProblemError 412 when the person has been changed since `person` was read. */
export async function updatePerson(person: PersonRecord, body: PersonInput): Promise<PersonRecord> {
  const { data } = await peopleUpdate({ path: { id: person.id }, headers: ifMatch(person.version), body });
  return data;
}

/**
 * Deletes a person and, `withUser`, the account that they have; else a ProblemError 409 `person_has_user` where there is
 * one. Outlives the page: a delayed deletion is sent on leaving.
 */
export async function deletePerson(
  { id, version }: { id: string; version?: number },
  withUser: boolean,
): Promise<void> {
  await peopleDelete({
    path: { id },
    query: { 'with-user': withUser },
    headers: version === undefined ? undefined : ifMatch(version),
    keepalive: true,
  });
}
