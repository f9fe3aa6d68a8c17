/** What the site wants to know of oneself: one card for each schema that is open to those it is about. */
import { t } from '@lingui/core/macro';
import { FormFrame } from '../../ui/form-frame.tsx';
import { Card } from '../card.tsx';
import { ProfileFields } from '../profile-fields.tsx';
import { ProfileRecords } from '../profile-records.tsx';
import { type ProfileProps, useProfileForm } from '../use-profile-form.ts';
import styles from './account.module.css';

function ProfileForm(props: ProfileProps) {
  const { schema } = props;
  const canWrite = schema.memberAccess === 'write';
  const { form, frame, fields, record } = useProfileForm(props, {
    isReadOnly: !canWrite,
  });
  return (
    <FormFrame
      {...frame}
      submitLabel={canWrite ? t`Save ${schema.name}` : undefined}
      isUnchanged={record?.isValid && !form.isDirty()}
    >
      <ProfileFields fields={fields} form={form} />
    </FormFrame>
  );
}

function ProfileCard({ personId, schema, record }: ProfileProps) {
  const isEmpty = !record && schema.memberAccess === 'read';
  return (
    <Card title={schema.name} description={schema.description || undefined}>
      {isEmpty ? (
        <p className={styles.text}>{t`Nothing is recorded.`}</p>
      ) : (
        <ProfileForm personId={personId} schema={schema} record={record} />
      )}
    </Card>
  );
}

export function OwnProfileCards({ personId }: { personId: string }) {
  return (
    <ProfileRecords
      personId={personId}
      // Administrators are told of all schemas, but here they are somebody like everybody else.
      card={(props) => props.schema.memberAccess !== 'none' && <ProfileCard {...props} />}
    />
  );
}
