/** The first screen of an area, `/cms-admin/crm` or `/cms-ecom`: what can be opened in it. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { siteOptions } from '../api/site.ts';
import { useSession } from '../session/use-session.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { NoPermission } from '../ui/states.tsx';
import styles from './area-screen.module.css';
import { AREAS, type AreaName, addressOf } from './define-entry.ts';
import { openEntries } from './resources.ts';

export function AreaScreen({ area }: { area: AreaName }) {
  const { claims } = useSession();
  const { data: site } = useQuery(siteOptions());
  const open = openEntries(claims, site).filter((entry) => entry.area === area);
  return (
    <>
      <PageHeader title={AREAS[area].title} />
      {open.length === 0 ? (
        <NoPermission />
      ) : (
        <ul className={styles.entries}>
          {open.map((entry) => (
            <li key={entry.path}>
              <Link to={addressOf(entry)} className={styles.entry}>
                <entry.icon size={20} aria-hidden />
                <strong>{entry.many}</strong>
                <span>{entry.description}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
