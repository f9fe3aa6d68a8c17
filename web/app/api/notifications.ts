/** What happened of late that somebody should know of, of the services that tell of it as one list. */
import { queryOptions } from '@tanstack/react-query';
import {
  cmsNotificationsList,
  cmsNotificationsRead,
  contentNotificationsList,
  contentNotificationsRead,
  type NotificationOut,
} from './generated/index.ts';

const CALLS = {
  content: { list: contentNotificationsList, read: contentNotificationsRead },
  cms: { list: cmsNotificationsList, read: cmsNotificationsRead },
};
type ServiceName = keyof typeof CALLS;
const SERVICES = Object.keys(CALLS) as ServiceName[];

export interface Notification extends NotificationOut {
  service: ServiceName;
}

export const notificationsKey = ['notifications'];

/** Milliseconds between two looks, while the tab is seen. */
const EVERY = 60_000;

export const notificationsOptions = () =>
  queryOptions({
    queryKey: notificationsKey,
    queryFn: ({ signal }) => readAll(signal),
    refetchInterval: EVERY,
    refetchOnWindowFocus: true,
  });

/** A service that is away has nothing to tell for now; the failure of the first where all are. */
async function readAll(signal: AbortSignal): Promise<Notification[]> {
  const answers = await Promise.allSettled(SERVICES.map((service) => CALLS[service].list({ signal })));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason;
  return answers
    .flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.data.results.map((each) => ({ ...each, service: SERVICES[index] as ServiceName }))
        : [],
    )
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Notes that these have been read. What has happened since to one of them is news again. */
export async function markRead(notifications: Notification[]): Promise<void> {
  const unread = notifications.filter(({ isRead }) => !isRead);
  const groups = SERVICES.map((service) => ({
    service,
    own: unread.filter((each) => each.service === service),
  }));
  await Promise.all(
    groups
      .filter(({ own }) => own.length > 0)
      .map(({ service, own }) =>
        CALLS[service].read({ body: { ids: own.map(({ id }) => id), until: own[0]?.at ?? '' } }),
      ),
  );
}
