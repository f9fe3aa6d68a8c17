/** Above the list of users: whether visitors may register, and where invitations go. */
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { siteOptions } from '../../api/site.ts';
import { useConfigEntry } from '../use-config-entry.ts';
import { MailNote } from './mail-note.tsx';
import styles from './users.module.css';

function RegistrationSwitch() {
  const { value, isReady, change } = useConfigEntry('allowRegistration');
  return (
    <div className={styles.setting}>
      <Switch
        label="Visitors may register"
        description="Whoever confirms an email address gets a member’s account, without any scope. The form is a plugin, Register, to be put on a page."
        checked={value === true}
        disabled={!isReady}
        onChange={(event) => change(event.currentTarget.checked)}
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
