/** What the site wants to know of a person, one card for each schema. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  allSchemasOptions,
  createProfileData,
  deleteProfileData,
  listProfileDataOptions,
} from '../../api/schemas.ts';
import { confirm } from '../../ui/confirm.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { Card } from '../card.tsx';
import { ProfileFields } from '../profile-fields.tsx';
import formStyles from '../resource-form.module.css';
import { type ProfileProps, useProfileForm, useRefreshProfile } from '../use-profile-form.ts';
import { useOpening } from './use-opening.ts';

function useRemoval({ personId, schema, record }: ProfileProps) {
  const refresh = useRefreshProfile();
  const attempt = async (send: () => Promise<unknown>) => {
    try {
      await send();
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    } finally {
      await refresh();
    }
  };
  return async () => {
    if (!record) return;
    // What is invalid could not be put back as it was.
    const isSure =
      record.isValid ||
      (await confirm({
        title: `Delete “${schema.name}”?`,
        message: 'The data does not fit the fields any more, so it cannot be put back once it is deleted.',
        confirmLabel: 'Delete',
        isDangerous: true,
      }));
    if (!isSure || !(await attempt(() => deleteProfileData(record)))) return;
    const message = `“${schema.name}” was deleted.`;
    if (!record.isValid) return void toast.success(message);
    const { data } = record;
    toast.undo(message, {
      onUndo: () => void attempt(() => createProfileData({ personId, schemaId: schema.id, data })),
    });
  };
}

function ProfileForm({ onCancel, ...props }: ProfileProps & { onCancel: () => void }) {
  const remove = useRemoval(props);
  const { form, onSubmit, isSaving, problem, fields, record } = useProfileForm(props);
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      {record && !record.isValid && (
        <Notice tone="warning">
          The fields have changed since this was filled in, and it does not fit them any more. Saving shows
          what is wrong.
        </Notice>
      )}
      <FormProblem problem={problem} />
      <ProfileFields fields={fields} form={form} />
      <div className={formStyles.footer}>
        {record ? (
          <Button color="danger" variant="subtle" size="md" onClick={() => void remove()}>
            Delete
          </Button>
        ) : (
          <Button size="md" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          size="md"
          // What does not fit, and what is not there yet, can be saved as it stands: the service then says more.
          disabled={record?.isValid && !form.isDirty()}
          loading={isSaving}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

function ProfileCard(props: ProfileProps) {
  const { isOpen, open, close, button, form } = useOpening();
  const { schema, record } = props;
  const isShown = record || isOpen;
  return (
    <Card
      title={schema.name}
      description={schema.description || undefined}
      actions={
        !isShown && (
          <Button ref={button} aria-label={`Fill in ${schema.name}`} onClick={open}>
            Fill in
          </Button>
        )
      }
    >
      {isShown && (
        <div ref={form}>
          <ProfileForm {...props} onCancel={close} />
        </div>
      )}
    </Card>
  );
}

export function ProfileCards({ personId }: { personId: string }) {
  const schemas = useQuery(allSchemasOptions());
  const data = useQuery(listProfileDataOptions(personId));
  const failed = [schemas, data].find(({ isError }) => isError);
  if (failed)
    return (
      <Card title="Profile">
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    );
  if (!schemas.data || !data.data) return null;
  const records = data.data.results;
  return schemas.data.results.map((schema) => {
    const record = records.find(({ schemaId }) => schemaId === schema.id);
    // Deleted, put back or filled in: the form begins anew.
    return (
      <ProfileCard
        key={`${schema.id} ${schema.version} ${record?.id}`}
        personId={personId}
        schema={schema}
        record={record}
      />
    );
  });
}
