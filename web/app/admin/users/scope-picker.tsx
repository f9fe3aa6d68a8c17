/** Picks the scopes of a user. Offers only the scopes that the principal may grant or revoke. */
import { plural, t } from '@lingui/core/macro';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isScopeShown } from '../../api/scope-names.ts';
import { allScopesOptions } from '../../api/scopes.ts';
import { siteOptions } from '../../api/site.ts';
import { useScreenClaims } from '../../session/screen-claims.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { scopeOffers } from './powers.ts';
import styles from './scope-picker.module.css';

interface ScopePickerProps {
  /** Names that are chosen; those that are not shown stay among them. */
  value: string[];
  onChange: (names: string[]) => void;
  /** What the user holds now. */
  held: string[];
  isOwn: boolean;
  error?: string;
}

export function ScopePicker({ value, onChange, held, isOwn, error }: ScopePickerProps) {
  const claims = useScreenClaims();
  const scopes = useQuery(allScopesOptions());
  const site = useQuery(siteOptions());
  if (scopes.isError && !scopes.data)
    return <ErrorState error={scopes.error} onRetry={() => void scopes.refetch()} />;
  if (!scopes.data || site.isPending) return <PickerSkeleton />;
  const offers = scopeOffers(scopes.data, {
    claims,
    hasCRM: site.data?.hasCRM ?? false,
    held,
    isOwn,
  });
  const hidden = held.filter((name) => !isScopeShown(name, site.data?.hasCRM ?? false)).length;
  const toggle = (name: string) =>
    onChange(value.includes(name) ? value.filter((one) => one !== name) : [...value, name]);
  return (
    <>
      <ul className={styles.scopes}>
        {offers.map(({ scope, locked }) => (
          <li key={scope.name}>
            <Checkbox
              label={scope.name}
              description={
                <Notes lines={[scope.description, scope.requiresSecondFactor && FACTOR, locked]} />
              }
              checked={value.includes(scope.name)}
              disabled={locked !== undefined}
              onChange={() => toggle(scope.name)}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className={styles.hidden}>
          {t`${plural(hidden, { one: 'One more scope belongs to an area that this site does not have.', other: '# more scopes belong to areas that this site does not have.' })}`}
        </p>
      )}
      <p role="alert" className={styles.error}>
        {error}
      </p>
    </>
  );
}

const FACTOR = t`Needs a second factor to log in.`;

/** A line each: what somebody wrote of a scope need not end in a full stop. */
function Notes({ lines }: { lines: (string | false | undefined)[] }) {
  return lines.filter(Boolean).map((line) => (
    <span key={String(line)} className={styles.note}>
      {line}
    </span>
  ));
}

function PickerSkeleton() {
  return (
    <ul className={styles.scopes}>
      {[40, 55, 35, 50].map((width) => (
        <li key={width}>
          <Skeleton width={`${width}%`} height="1.5rem" />
        </li>
      ))}
    </ul>
  );
}
