/** When backups are made by themselves, and how many of them stay. Each change is saved at once. */
import { t } from '@lingui/core/macro';
import { FieldInput } from '../../fields/inputs.tsx';
import type { OfferedDefinition } from '../../fields/types.ts';
import { Card } from '../card.tsx';
import { mayWrite } from '../define-resource.ts';
import { useConfigEntry } from '../use-config-entry.ts';
import styles from './backups.module.css';
import entry from './entry.ts';

const counts = (of: readonly number[]) => of.map((count) => ({ value: String(count), label: String(count) }));

const SCHEDULE = {
  type: 'choice',
  label: t`Create backups`,
  options: [
    { value: 'off', label: t`Manually` },
    { value: 'daily', label: t`Every day` },
    { value: 'weekly', label: t`Every week` },
  ],
} satisfies OfferedDefinition;

const WEEKDAY = {
  type: 'choice',
  label: t`On`,
  options: [
    { value: '0', label: t`Monday` },
    { value: '1', label: t`Tuesday` },
    { value: '2', label: t`Wednesday` },
    { value: '3', label: t`Thursday` },
    { value: '4', label: t`Friday` },
    { value: '5', label: t`Saturday` },
    { value: '6', label: t`Sunday` },
  ],
} satisfies OfferedDefinition;

const TIME = { type: 'time', label: t`At`, hint: t`In the site’s time zone.` } satisfies OfferedDefinition;

const KEPT = [
  {
    key: 'backupsKeptDaily',
    field: { type: 'choice', label: t`Daily backups kept`, options: counts([0, 1, 2, 3, 5, 7, 10, 14, 30]) },
  },
  {
    key: 'backupsKeptWeekly',
    field: { type: 'choice', label: t`Weekly backups kept`, options: counts([0, 1, 2, 3, 4, 8, 12]) },
  },
  {
    key: 'backupsKeptMonthly',
    field: { type: 'choice', label: t`Monthly backups kept`, options: counts([0, 1, 2, 3, 6, 12, 24]) },
  },
] satisfies { key: string; field: OfferedDefinition }[];

export function ScheduleForm() {
  const schedule = useConfigEntry('backupSchedule');
  const isOn = schedule.value === 'daily' || schedule.value === 'weekly';
  return (
    <div className={styles.place}>
      <Card title={t`Schedule`}>
        <div className={styles.schedule}>
          <Setting name="backupSchedule" field={SCHEDULE} />
          {schedule.value === 'weekly' && <Setting name="backupWeekday" field={WEEKDAY} isNumber />}
          {isOn && <Setting name="backupTime" field={TIME} />}
          {isOn && KEPT.map(({ key, field }) => <Setting key={key} name={key} field={field} isNumber />)}
        </div>
      </Card>
    </div>
  );
}

function Setting({ name, field, isNumber }: { name: string; field: OfferedDefinition; isNumber?: boolean }) {
  const { value, isReady, change } = useConfigEntry(name);
  return (
    <FieldInput
      definition={field}
      value={value === undefined ? '' : String(value)}
      isReadOnly={!isReady || !mayWrite(entry)}
      onChange={(next) => {
        if (next) change(isNumber ? Number(next) : next);
      }}
    />
  );
}
