import { plural, t } from '@lingui/core/macro';
import { RotateCw } from 'lucide-react';
import {
  type FailedEvent,
  failedEventsKey,
  listFailedEventsOptions,
  retryFailedEvent,
  type ServiceName,
} from '../../api/failed-events.ts';
import { partsOf } from '../../api/site.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { defineResource } from '../define-resource.ts';
import { useServiceOptions } from '../use-service-options.ts';
import entry from './entry.ts';
import styles from './failed-events.module.css';

const ALL = partsOf({ hasEcom: true, hasCRM: true });
const labelOf = (service: string) => ALL.find((part) => part.service === service)?.label ?? service;
/** What an address says may be anything; a service that there is not lists all. */
const serviceIn = (value: string | undefined): ServiceName | undefined =>
  ALL.find(({ service }) => service === value)?.service;

const words = (count: number) =>
  t`${plural(count, { one: '1 event is being retried. What fails again stays in this list.', other: '# events are being retried. What fails again stays in this list.' })}`;

async function retry(event: FailedEvent, refresh: () => Promise<void>): Promise<void> {
  try {
    await retryFailedEvent(event);
    toast.success(words(1));
  } catch (error) {
    toast.error(error);
  }
  await refresh();
}

export default defineResource<FailedEvent>({
  ...entry,
  columns: [
    {
      key: 'name',
      header: t`Event`,
      cell: ({ name }) => <span className={styles.name}>{name}</span>,
      text: ({ name }) => name,
    },
    {
      key: 'service',
      header: t`Service`,
      width: '10.5rem',
      cell: ({ service }) => labelOf(service),
    },
    {
      key: 'subscriber',
      header: t`Subscriber`,
      isSortable: true,
      isExtra: true,
      width: '14rem',
      cell: ({ subscriber }) => subscriber,
    },
    {
      key: 'error',
      header: t`Error`,
      width: '38%',
      cell: ({ error }) => <span className={styles.error}>{error}</span>,
      text: ({ error }) => error,
    },
    {
      key: 'failedAt',
      header: t`Failed`,
      isSortable: true,
      width: '9rem',
      cell: ({ failedAt }) => <RelativeTime moment={failedAt} />,
      text: ({ failedAt }) => failedAt,
    },
  ],
  defaultSort: '-failedAt',
  idOf: ({ service, eventId, subscriber }) => `${service} ${eventId} ${subscriber}`,
  nameOf: ({ name, subscriber }) => `${name}, ${subscriber}`,
  nothing: { title: t`No failed events`, detail: t`Every change has reached all services.` },
  filters: [
    {
      kind: 'select',
      name: 'service',
      label: t`Service`,
      any: t`All services`,
      useOptions: useServiceOptions,
    },
  ],
  list: (params, { service }) => listFailedEventsOptions(params, serviceIn(service)),
  menuActions: (event) => [
    { label: t`Retry`, icon: RotateCw, onSelect: (refresh) => void retry(event, refresh) },
  ],
  bulkActions: [
    {
      label: t`Retry`,
      icon: RotateCw,
      run: async (event) => {
        await retryFailedEvent(event);
        return event;
      },
      done: words,
    },
  ],
  invalidates: [failedEventsKey],
});
