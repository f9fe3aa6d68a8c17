/** One address: how it is, where it stands, and what can be done about it. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { linksListUsesOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { LinkOut, LinkUseOut } from '../../api/generated/index.ts';
import { linksKey } from '../../api/links.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FixDialogs } from './fix-dialogs.tsx';
import { actionsFor } from './fixes.ts';
import { LinkBadge } from './link-badge.tsx';
import styles from './link-view.module.css';
import { hasAnswered, placeInWords, reasonInWords } from './words.ts';

/** As many as one request gives; more are in the list by page. */
const MOST = 100;

export function LinkView({ record: link }: { record: LinkOut }) {
  const query = useQuery(linksListUsesOptions({ query: { 'link-id': link.id, limit: MOST } }));
  return (
    <div className={styles.view}>
      <p className={styles.state}>
        <LinkBadge link={link} /> <span>{reasonInWords(link)}</span>
      </p>
      {link.destination && (
        <p>
          <Trans>
            It leads to <code>{link.destination}</code>.
          </Trans>
        </p>
      )}
      <p className={styles.times}>
        <Trans>First seen</Trans> <RelativeTime moment={link.firstSeenAt} />
        {hasAnswered(link) && (
          <>
            {' · '}
            <Trans>Checked</Trans> <RelativeTime moment={link.lastCheckedAt} />
          </>
        )}
      </p>
      <Actions link={link} />
      <h2>{t`Where it is used`}</h2>
      <Loaded query={query} skeleton={<Skeleton height="2.25rem" />}>
        {({ results, total }) => (
          <>
            <ul className={styles.places}>
              {results.map((use) => (
                <Place key={use.id} use={use} />
              ))}
            </ul>
            {total > results.length && (
              <p>
                {plural(total - results.length, { one: 'And # more place.', other: 'And # more places.' })}
              </p>
            )}
          </>
        )}
      </Loaded>
      <FixDialogs />
    </div>
  );
}

function Place({ use }: { use: LinkUseOut }) {
  return (
    <li>
      <div>
        <a href={use.pageUrl}>{use.pageTitle}</a>
        <p>
          {placeInWords(use)}
          {use.holder !== 'page' && ` · ${plural(use.pageCount, { one: '# page', other: '# pages' })}`}
        </p>
      </div>
      <Actions link={use.link} place={use} />
    </li>
  );
}

function Actions({ link, place }: { link: LinkOut; place?: LinkUseOut }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: linksKey });
  // What is done with the address itself is offered once.
  const offered = place ? actionsFor(link, place).slice(0, 2) : actionsFor(link);
  return (
    <div className={styles.actions}>
      {offered.map(({ label, icon: Icon, onSelect }) => (
        <Button
          key={label}
          aria-label={place ? `${label}: ${place.pageTitle}` : undefined}
          leftSection={<Icon size={15} aria-hidden />}
          onClick={() => onSelect(refresh)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
