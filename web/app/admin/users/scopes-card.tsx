import { t } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { ProblemError } from '../../api/problem.ts';
import { setScopes, type UserRecord } from '../../api/users.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { Card } from '../card.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { isSameSet } from './powers.ts';
import { ScopePicker } from './scope-picker.tsx';
import { useRefreshUsers } from './use-refresh-users.ts';

export function ScopesCard({ user: present, isOwn }: { user: UserRecord; isOwn: boolean }) {
  // What the choice began with: with a version that was read since, it would take away what somebody else gave.
  const [user, setUser] = useState(present);
  const [chosen, setChosen] = useState(user.scopes);
  const [problem, setProblem] = useState<ProblemError>();
  const [isSaving, setSaving] = useState(false);
  const refresh = useRefreshUsers();
  const isDirty = !isSameSet(chosen, user.scopes);
  useUnsaved(() => isDirty);
  // Read anew, while nothing is chosen or once that is saved.
  if (present !== user && (!isDirty || isSameSet(chosen, present.scopes))) {
    setUser(present);
    setChosen(present.scopes);
  }

  const save = async () => {
    setSaving(true);
    setProblem(undefined);
    try {
      await setScopes(user, chosen);
      await refresh();
      toast.success(isOwn ? t`Your scopes were saved.` : t`The scopes were saved, and the sessions ended.`);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error);
    } finally {
      setSaving(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Card
      title={t`Scopes`}
      description={
        isOwn
          ? t`What you may do. A change logs you out everywhere.`
          : t`Their permissions. A change logs them out everywhere.`
      }
    >
      <FormFrame
        onSubmit={onSubmit}
        isSaving={isSaving}
        problem={problem}
        submitLabel={t`Save scopes`}
        isUnchanged={!isDirty}
      >
        <ScopePicker value={chosen} onChange={setChosen} held={user.scopes} isOwn={isOwn} />
      </FormFrame>
    </Card>
  );
}
