/** Above the list of users: whether visitors may register, and where invitations go. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { siteOptions } from '../../api/site.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { OfferedDefinition } from '../../fields/types.ts';
import { useConfigEntry } from '../use-config-entry.ts';
import { MailNote } from './mail-note.tsx';
import styles from './users.module.css';

const ALLOWED = {
  type: 'switch',
  label: t`Visitors may register`,
  hint: t`Anyone who confirms their email address gets a member account, without scopes. Add the Register plugin to a page for the form.`,
} satisfies OfferedDefinition;

function RegistrationSwitch() {
  const { value, isReady, change } = useConfigEntry('allowRegistration');
  return (
    <div className={styles.setting}>
      <FieldInput
        definition={ALLOWED}
        value={value === true}
        isReadOnly={!isReady}
        onChange={(next) => change(next === true)}
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
