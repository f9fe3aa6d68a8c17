/** What a shop lacks, each with the way to it. Nothing where it has everything. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { DashboardOut } from '../../api/generated/index.ts';
import { createShopPages } from '../../api/pages.ts';
import styles from '../dashboard/dashboard.module.css';
import { DashboardCard } from '../dashboard/dashboard-card.tsx';
import { addressOf } from '../define-entry.ts';
import { mayWrite } from '../define-resource.ts';
import { MakePages } from '../pages/make-pages.tsx';
import { type Missing, useGaps } from './gaps.ts';
import own from './shop-dashboard.module.css';

export function SetUpCard({ dashboard }: { dashboard: DashboardOut }): ReactNode {
  const missing = useGaps(dashboard);
  if (missing.length === 0) return null;
  return (
    <DashboardCard title={t`To set up`} action={missing.some(({ isPage }) => isPage) && <MakeShopPages />}>
      <Steps title={t`Required`} steps={missing.filter(({ isOptional }) => !isOptional)} />
      <Steps title={t`Recommended`} steps={missing.filter(({ isOptional }) => isOptional)} />
    </DashboardCard>
  );
}

/** Under a title of their own: by the colour of its link alone nobody knows which of them the shop needs. */
function Steps({ title, steps }: { title: string; steps: Missing[] }): ReactNode {
  const id = useId();
  if (steps.length === 0) return null;
  return (
    <>
      <h3 id={id} className={own.kind}>
        {title}
      </h3>
      <ul className={`${styles.rows} ${own.missing}`} aria-labelledby={id}>
        {steps.map(({ key, words, place, link, isOptional }) => (
          <li key={key}>
            <span>{words}</span>
            <Link className={styles.todo} data-tone={isOptional ? 'calm' : 'danger'} to={addressOf(place)}>
              {/* Who may only look at it is not told to set it up. */}
              {mayWrite(place) ? link : place.many}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function MakeShopPages(): ReactNode {
  const nothing = t`The shop has its pages already.`;
  return <MakePages label={t`Create the shop’s pages`} make={createShopPages} nothing={nothing} />;
}
