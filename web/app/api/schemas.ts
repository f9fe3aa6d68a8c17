/** Schemas of profile data, and the data that people have by them. */
import type { Json, JsonObject } from '../identity/schema-types.ts';
import { ifMatch } from './fetch.ts';
import {
  profileDataListOfPersonOptions,
  schemasGetOptions,
  schemasListOptions,
} from './generated/@tanstack/react-query.gen.ts';
import {
  type InvalidData,
  type PageProfileDataOut,
  type PageSchemaOut,
  type ProfileDataIn,
  type ProfileDataOut,
  profileDataCreate,
  profileDataDelete,
  profileDataUpdate,
  type SchemaIn,
  type SchemaOut,
  type SchemasListData,
  type SchemaUpdate,
  schemasCreate,
  schemasDelete,
  schemasUpdate,
} from './generated/index.ts';

export type { Json, JsonObject };

/** Its `schema` is JSON, which the generated type does not say. */
export type SchemaRecord = Omit<SchemaOut, 'schema'> & { schema: JsonObject };
export type SchemaInput = Required<SchemaIn>;
export type MemberAccess = SchemaOut['memberAccess'];
export type ProfileDataRecord = Omit<ProfileDataOut, 'data'> & { data: JsonObject };
export type { InvalidData };

/** Start of the key of every query for schemas: invalidate by it. */
export const schemasKey = [{ tags: ['schemas'] }];
export const profileDataKey = [{ tags: ['profile data'] }];

/** As many as one answer holds. */
const MOST = 100;

type Listed<Out, Row> = Omit<Out, 'results'> & { results: Row[] };

export const listSchemasOptions = (query: SchemasListData['query']) => ({
  ...schemasListOptions({ query }),
  select: (page: PageSchemaOut) => page as Listed<PageSchemaOut, SchemaRecord>,
});

/** For a person's profile, which shows them all. */
export const allSchemasOptions = () => listSchemasOptions({ limit: MOST, sort: 'name' });

export const getSchemaOptions = (id: string) => ({
  ...schemasGetOptions({ path: { id } }),
  select: (schema: SchemaOut) => schema as SchemaRecord,
});

export async function createSchema(body: SchemaInput): Promise<SchemaRecord> {
  const { data } = await schemasCreate({ body });
  return data as SchemaRecord;
}

/** ProblemError 409 `data_would_be_invalid` unless `acceptInvalid`; 412 when somebody else has changed it. */
export async function updateSchema({ id, version }: SchemaRecord, body: SchemaUpdate): Promise<SchemaRecord> {
  const { data } = await schemasUpdate({ path: { id }, headers: ifMatch(version), body });
  return data as SchemaRecord;
}

/** ProblemError 409 `schema_in_use` where there is data, unless it goes too. Outlives the page. */
export async function deleteSchema({ id, version }: SchemaRecord, withData = false): Promise<void> {
  await schemasDelete({
    path: { id },
    query: { 'with-data': withData },
    headers: ifMatch(version),
    keepalive: true,
  });
}

export const listProfileDataOptions = (personId: string) => ({
  ...profileDataListOfPersonOptions({ path: { id: personId }, query: { limit: MOST } }),
  select: (page: PageProfileDataOut) => page as Listed<PageProfileDataOut, ProfileDataRecord>,
});

export async function createProfileData(body: ProfileDataIn): Promise<ProfileDataRecord> {
  const { data } = await profileDataCreate({ body });
  return data as ProfileDataRecord;
}

/** ProblemError 412 when somebody else has changed it since it was read. */
export async function updateProfileData(
  { id, version }: ProfileDataRecord,
  data: JsonObject,
): Promise<ProfileDataRecord> {
  const answer = await profileDataUpdate({ path: { id }, headers: ifMatch(version), body: { data } });
  return answer.data as ProfileDataRecord;
}

export async function deleteProfileData({ id, version }: ProfileDataRecord): Promise<void> {
  await profileDataDelete({ path: { id }, headers: ifMatch(version) });
}
