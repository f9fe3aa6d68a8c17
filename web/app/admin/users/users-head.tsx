/** Above the list of users: whether visitors may register, and where invitations go. */
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { configKey, listConfigOptions, setConfig } from '../../api/config.ts';
import { siteOptions } from '../../api/site.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { FieldDefinition } from '../../fields/types.ts';
import { toast } from '../../ui/toast.ts';
import { MailNote } from './mail-note.tsx';
import styles from './users.module.css';

const ALLOWED = {
  type: 'switch',
  label: t`Visitors may register`,
  hint: t`Whoever confirms an email address gets a member’s account, without any scope. The form is a plugin, Register, to be put on a page.`,
} satisfies FieldDefinition;

const KEY = 'allowRegistration';

function RegistrationSwitch() {
  const queryClient = useQueryClient();
  const config = useQuery(listConfigOptions());
  const entry = config.data?.find(({ key }) => key === KEY);
  const change = useMutation({
    mutationFn: async (isAllowed: boolean) => {
      if (entry) await setConfig(entry, isAllowed);
    },
    onError: (error) => toast.error(error),
    // The site's own answer says it too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: configKey }),
  });
  const isAllowed = change.isPending ? change.variables : entry?.value === true;
  return (
    <div className={styles.setting}>
      <FieldInput
        definition={ALLOWED}
        value={isAllowed}
        isReadOnly={!entry}
        onChange={(next) => change.mutate(next === true)}
      />
    </div>
  );
}

export function UsersHead() {
  const { data: site } = useQuery(siteOptions());
  return (
    <div className={styles.head}>
      <RegistrationSwitch />
      <MailNote site={site} />
    </div>
  );
}
