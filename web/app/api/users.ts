/** People's accounts as the admin lists and changes them. */
import { ifMatch } from './fetch.ts';
import {
  apiTokensListOfUserOptions,
  sessionsListOfUserOptions,
  usersGetOptions,
  usersListOptions,
} from './generated/@tanstack/react-query.gen.ts';
import {
  type ApiTokenOut,
  apiTokensDeleteOfUser,
  factorsRemoveAll,
  invitationsCreate,
  peopleDelete,
  sessionsDeleteOfUser,
  sessionsDeleteOneOfUser,
  type UserCreate,
  type UserOut,
  type UsersListData,
  usersCreate,
  usersUpdate,
  usersUpdateScopes,
} from './generated/index.ts';

export type UserRecord = UserOut;
export type UserState = UserOut['state'];
export type UserInput = UserCreate;
export type ApiTokenRecord = ApiTokenOut;

/** Start of the key of every query for users: invalidate by it. What belongs to one has keys of its own. */
export const usersKey = [{ tags: ['users'] }];
export const sessionsKey = [{ tags: ['sessions'] }];
export const apiTokensKey = [{ tags: ['api tokens'] }];

export const listUsersOptions = (query: UsersListData['query']) => usersListOptions({ query });

export const getUserOptions = (id: string) => usersGetOptions({ path: { id } });

export async function createUser(body: UserInput): Promise<UserRecord> {
  const { data } = await usersCreate({ body });
  return data;
}

/** 412 where the account has changed since it was read. */
export async function setUserState({ id, version }: UserRecord, state: UserState): Promise<UserRecord> {
  const { data } = await usersUpdate({ path: { id }, headers: ifMatch(version), body: { state } });
  return data;
}

/** The person goes with the account. Outlives the page: a delayed deletion is sent on leaving. */
export async function deleteUser({ person }: UserRecord): Promise<void> {
  const { id, version } = person;
  await peopleDelete({
    path: { id },
    query: { 'with-user': true },
    headers: ifMatch(version),
    keepalive: true,
  });
}

/** 412 where the account has changed since it was read. */
export async function setScopes({ id, version }: UserRecord, scopes: string[]): Promise<void> {
  await usersUpdateScopes({ path: { id }, headers: ifMatch(version), body: { scopes } });
}

/** Mails a link; one that was mailed before stops working. */
export async function inviteUser({ id }: UserRecord): Promise<void> {
  await invitationsCreate({ path: { id } });
}

export async function removeSecondFactors({ id }: UserRecord): Promise<void> {
  await factorsRemoveAll({ path: { id } });
}

export const listSessionsOptions = (userId: string) => sessionsListOfUserOptions({ path: { id: userId } });

export async function endSession(userId: string, id: string): Promise<void> {
  await sessionsDeleteOneOfUser({ path: { id: userId, session_id: id } });
}

export async function endAllSessions(userId: string): Promise<void> {
  await sessionsDeleteOfUser({ path: { id: userId } });
}

/** As many as one answer holds. */
const MOST = 100;

export const listApiTokensOptions = (userId: string) =>
  apiTokensListOfUserOptions({ path: { id: userId }, query: { limit: MOST, sort: '-createdAt' } });

export async function revokeApiToken(userId: string, id: string): Promise<void> {
  await apiTokensDeleteOfUser({ path: { id: userId, token_id: id } });
}
