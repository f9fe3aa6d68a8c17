/** What the site wants to know of a person, one card for each schema. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createProfileData, deleteProfileData, type ProfileDataRecord } from '../../api/schemas.ts';
import { confirm } from '../../ui/confirm.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { Card } from '../card.tsx';
import { ProfileFields } from '../profile-fields.tsx';
import { ProfileRecords } from '../profile-records.tsx';
import { type ProfileProps, useProfileForm, useRefreshProfile } from '../use-profile-form.ts';
import { useOpening } from './use-opening.ts';

function useRemoval({ personId, schema, record }: ProfileProps, onGone: () => void) {
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
        title: t`Delete “${schema.name}”?`,
        message: t`The data does not fit the fields any more, so it cannot be restored once it is deleted.`,
        confirmLabel: t`Delete`,
        isDangerous: true,
      }));
    if (!isSure || !(await attempt(() => deleteProfileData(record)))) return;
    onGone();
    const message = t`“${schema.name}” was deleted.`;
    if (!record.isValid) return void toast.success(message);
    const { data } = record;
    toast.undo(message, {
      onUndo: () => void attempt(() => createProfileData({ personId, schemaId: schema.id, data })),
    });
  };
}

interface ProfileFormProps extends ProfileProps {
  onMade: (record: ProfileDataRecord) => void;
  /** The form is given up, or what it showed is gone. */
  onClose: () => void;
}

function ProfileForm({ onMade, onClose, ...props }: ProfileFormProps) {
  const remove = useRemoval(props, onClose);
  const { form, frame, fields, record } = useProfileForm(props, { onMade });
  return (
    <FormFrame
      {...frame}
      intro={
        record &&
        !record.isValid && (
          <Notice tone="warning">
            {t`The fields have changed since this was filled in. Save to see which values need correcting.`}
          </Notice>
        )
      }
      submitLabel={t`Save`}
      // What does not fit, and what is not there yet, can be saved as it stands: the service then says more.
      isUnchanged={record?.isValid && !form.isDirty()}
      onCancel={record ? undefined : onClose}
      actions={
        record && (
          <Button color="danger" variant="subtle" size="md" onClick={() => void remove()}>
            {t`Delete`}
          </Button>
        )
      }
    >
      <ProfileFields fields={fields} form={form} />
    </FormFrame>
  );
}

/** Deleting takes the form and its button away: what brings them back gets the focus. */
function useFocusAfter(isShown: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const wasShown = useRef(isShown);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasShown.current && !isShown && isLost) button.current?.focus();
    wasShown.current = isShown;
  }, [isShown, button]);
}

function ProfileCard(props: ProfileProps) {
  const { isOpen, open, close, button, form } = useOpening();
  const { schema, record } = props;
  // The form that made the record goes on with it; with any other it begins anew.
  const [madeHere, setMadeHere] = useState<string>();
  const isShown = record !== undefined || isOpen;
  useFocusAfter(isShown, button);
  return (
    <Card
      title={schema.name}
      description={schema.description || undefined}
      actions={
        !isShown && (
          <Button ref={button} aria-label={t`Fill in ${schema.name}`} onClick={open}>
            {t`Fill in`}
          </Button>
        )
      }
    >
      {isShown && (
        <div ref={form}>
          <ProfileForm
            key={record?.id === madeHere ? undefined : record?.id}
            {...props}
            onMade={({ id }) => setMadeHere(id)}
            onClose={close}
          />
        </div>
      )}
    </Card>
  );
}

export function ProfileCards({ personId }: { personId: string }) {
  return <ProfileRecords personId={personId} card={(props) => <ProfileCard {...props} />} />;
}
