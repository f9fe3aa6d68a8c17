/** What the site still lacks, each with the way to it. Nothing where it has everything. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ConfigEntry, listConfigOptions } from '../../api/config.ts';
import { backupsListOptions, dashboardGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { siteOptions } from '../../api/site.ts';
import { useHasScope } from '../../session/use-session.ts';
import { useRemembered } from '../../ui/use-remembered.ts';
import backups from '../backups/entry.ts';
import config from '../config/entry.ts';
import type { Place } from '../define-entry.ts';
import emails from '../emails/entry.ts';
import shop from '../shop-dashboard/entry.ts';
import { CONTACT, useGaps } from '../shop-dashboard/gaps.ts';
import siteSettings from '../site/entry.ts';
import { useAreas } from '../use-areas.ts';
import styles from './dashboard.module.css';
import { DashboardCard } from './dashboard-card.tsx';
import { type Finding, Line } from './line.tsx';

interface Step {
  label: string;
  place: Place;
  /** Undefined until it is known. */
  finding: Finding | undefined;
  isUnknown: boolean;
}

const set = (): Finding => ({ isDone: true, words: t`Set` });
/** `field`: the one on the screen it leads to. */
const open = (words: string, field?: string): Finding => ({
  isDone: false,
  words,
  query: field && `#${field}`,
  isCalm: true,
});

const settingOf = (key: string, value: (key: string) => unknown) =>
  value(key) ? set() : open(t`Not set`, key);

const backupsOf = (isScheduled: boolean, made: number): Finding =>
  isScheduled || made > 0
    ? { isDone: true, words: isScheduled ? t`Scheduled` : t`By hand` }
    : open(t`None yet`);

/** Without a provider the site's own check keeps programs out. */
function captchaOf(value: (key: string) => unknown, entries: ConfigEntry[]): Finding {
  if (!value('captchaProvider')) return { isDone: true, words: t`Built-in` };
  const hasSecret = entries.find(({ key }) => key === 'captchaSecret')?.isSet;
  return value('captchaSiteKey') && hasSecret
    ? set()
    : { isDone: false, words: t`A key is missing`, query: '#captchaProvider' };
}

/** For administrators. */
function useSiteSteps(): Step[] {
  const site = useQuery(siteOptions());
  const entries = useQuery(listConfigOptions());
  const made = useQuery(backupsListOptions({ query: { start: 0, limit: 1 } }));
  const value = (wanted: string) => entries.data?.find(({ key }) => key === wanted)?.value;
  const isScheduled = value('backupSchedule') !== 'off';
  const isUnknown = entries.isError;
  return [
    { label: t`Logo`, place: siteSettings, finding: entries.data && settingOf('logo', value), isUnknown },
    {
      label: t`Contact address`,
      place: config,
      finding: entries.data && settingOf('contactAddress', value),
      isUnknown,
    },
    {
      label: t`Mail server`,
      place: emails,
      finding: site.data && (site.data.hasMail ? set() : open(t`Not set`)),
      isUnknown: site.isError,
    },
    {
      label: t`Spam protection`,
      place: config,
      finding: entries.data && captchaOf(value, entries.data),
      isUnknown,
    },
    {
      label: t`Backups`,
      place: backups,
      finding: entries.data && made.data && backupsOf(isScheduled, made.data.total),
      isUnknown: isUnknown || made.isError,
    },
  ];
}

/** For those who work on the shop: how much it lacks, one line that leads to what. The contact address is the site's. */
function useShopSteps(): Step[] {
  const { data: site, isError: isSiteLost } = useQuery(siteOptions());
  // A line that comes late moves what is below it.
  const areas = useAreas();
  const hasShop = useHasScope('ecom:read', 'ecom:write') && areas?.hasEcom === true;
  const dashboard = useQuery({
    ...dashboardGetOptions({ query: { timezone: site?.timezone ?? undefined } }),
    enabled: hasShop && site !== undefined,
  });
  const count = useGaps(dashboard.data).filter(
    ({ key, isOptional }) => key !== CONTACT && !isOptional,
  ).length;
  const finding = dashboard.data && pointsOf(count);
  return hasShop
    ? [{ label: t`Shop`, place: shop, finding, isUnknown: dashboard.isError || isSiteLost }]
    : [];
}

const pointsOf = (count: number): Finding =>
  count === 0
    ? set()
    : { isDone: false, words: t`${plural(count, { one: '# task left', other: '# tasks left' })}` };

export function SetUp(): ReactNode {
  return useHasScope('admin') ? <OfSite /> : <OfShop />;
}

function OfSite() {
  return <Steps steps={[...useSiteSteps(), ...useShopSteps()]} />;
}

function OfShop() {
  return <Steps steps={useShopSteps()} />;
}

function Steps({ steps }: { steps: Step[] }): ReactNode {
  const isKnown = steps.length > 0 && steps.every(({ finding, isUnknown }) => finding || isUnknown);
  const isDone = steps.every(({ finding }) => !finding || finding.isDone);
  // What was complete the last time does not come and go while it is read, so that nothing moves.
  const isHidden = useRemembered('site-set-up', isKnown ? isDone : undefined) ?? false;
  if (steps.length === 0 || isHidden) return null;
  return (
    <DashboardCard title={t`To set up`}>
      <ul className={styles.rows}>
        {steps.map((step) => (
          <Line key={step.label} {...step} />
        ))}
      </ul>
    </DashboardCard>
  );
}
