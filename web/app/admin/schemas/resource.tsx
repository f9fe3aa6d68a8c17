import { plural, t } from '@lingui/core/macro';
import { Trash2 } from 'lucide-react';
import {
  deleteSchema,
  getSchemaOptions,
  listSchemasOptions,
  type MemberAccess,
  profileDataKey,
  type SchemaRecord,
  schemasKey,
} from '../../api/schemas.ts';
import { confirm } from '../../ui/confirm.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { nameColumn } from '../columns.tsx';
import { defineResource, type MenuAction } from '../define-resource.ts';
import { readFields } from './builder-fields.ts';
import entry from './entry.ts';
import { SchemaForm } from './schema-form.tsx';

/** Shorter than where it is chosen: beside others, in a column. */
const SEEN_BY: Record<MemberAccess, string> = {
  none: t`Administrators`,
  read: t`The person`,
  write: t`The person, who can change it`,
};

const people = (count: number | null) =>
  !count ? t`Nobody` : t`${plural(count, { one: 'One person', other: '# people' })}`;

/** Deleting what people's data hangs on is asked about: the list's own Undo would not say what goes with it. */
async function deleteWithData(schema: SchemaRecord, refresh: () => Promise<void>) {
  const isSure = await confirm({
    title: t`Delete “${schema.name}” and its data?`,
    message: t`${plural(schema.dataCount ?? 0, { one: 'One person has', other: '# people have' })} data in these fields. It is deleted with them and cannot be brought back.`,
    confirmLabel: t`Delete all of it`,
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await deleteSchema(schema, true);
    toast.success(t`“${schema.name}” and its data were deleted.`);
  } catch (error) {
    toast.error(error);
  }
  await refresh();
}

function menuActions(schema: SchemaRecord): MenuAction[] {
  if (!schema.dataCount) return [];
  return [
    {
      label: t`Delete with data…`,
      icon: Trash2,
      isDangerous: true,
      onSelect: (refresh) => void deleteWithData(schema, refresh),
    },
  ];
}

export default defineResource<SchemaRecord>({
  ...entry,
  columns: [
    nameColumn(),
    {
      key: 'fields',
      header: t`Fields`,
      width: '6rem',
      cell: ({ schema }) => readFields(schema).length,
    },
    {
      key: 'memberAccess',
      header: t`Seen by`,
      width: '28%',
      cell: ({ memberAccess }) => SEEN_BY[memberAccess],
    },
    { key: 'dataCount', header: t`Filled in by`, width: '8rem', cell: ({ dataCount }) => people(dataCount) },
    {
      key: 'updatedAt',
      header: t`Changed`,
      width: '9rem',
      cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
      text: ({ updatedAt }) => updatedAt,
    },
  ],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  list: listSchemasOptions,
  get: getSchemaOptions,
  remove: (record) => deleteSchema(record),
  canRemove: ({ dataCount }) => !dataCount,
  menuActions,
  Form: SchemaForm,
  invalidates: [schemasKey, profileDataKey],
});
