/** What happened of late that somebody should know of, of the services that tell of it as one list. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  cmsNotificationsList,
  cmsNotificationsRead,
  contentNotificationsList,
  contentNotificationsRead,
  ecomNotificationsList,
  ecomNotificationsRead,
  type NotificationOut,
} from './generated/index.ts';
import { siteOptions } from './site.ts';

const CALLS = {
  content: { list: contentNotificationsList, read: contentNotificationsRead },
  cms: { list: cmsNotificationsList, read: cmsNotificationsRead },
  ecom: { list: ecomNotificationsList, read: ecomNotificationsRead },
};
type ServiceName = keyof typeof CALLS;
const SERVICES = Object.keys(CALLS) as ServiceName[];

/** What somebody hears of: each service tells those who work with what it has. */
export interface Hearing {
  /** Of the site's content. */
  isEditor: boolean;
  /** Of the shop. */
  isShopkeeper: boolean;
}

export interface Notification extends NotificationOut {
  service: ServiceName;
}

export const notificationsKey = ['notifications'];

/** Milliseconds between two looks, while the tab is seen. */
const EVERY = 60_000;
const TEN_MINUTES = 600_000;

export const notificationsOptions = (hearing: Hearing) =>
  queryOptions({
    queryKey: [...notificationsKey, hearing],
    queryFn: ({ client, signal }) => readAll(client, hearing, signal),
    refetchInterval: EVERY,
    refetchOnWindowFocus: true,
  });

/** A service that is away has nothing to tell for now; the failure of the first where all are. */
async function readAll(
  client: QueryClient,
  { isEditor, isShopkeeper }: Hearing,
  signal: AbortSignal,
): Promise<Notification[]> {
  const hasShop = isShopkeeper && (await readHasShop(client));
  const services = SERVICES.filter((service) => (service === 'ecom' ? hasShop : isEditor));
  const answers = await Promise.allSettled(services.map((service) => CALLS[service].list({ signal })));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason;
  return answers
    .flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.data.results.map((each) => ({ ...each, service: services[index] as ServiceName }))
        : [],
    )
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Whether a site has a shop changes next to never. While nobody can say, the shop has nothing to tell. */
const readHasShop = (client: QueryClient): Promise<boolean> =>
  client.fetchQuery({ ...siteOptions(), staleTime: TEN_MINUTES }).then(
    ({ hasEcom }) => hasEcom === true,
    () => false,
  );

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
