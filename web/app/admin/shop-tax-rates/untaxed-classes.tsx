import { plural } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { screenFormats } from '#words/screen-formats.ts';
import { useCountryName } from '../../api/countries.ts';
import { taxRatesGetUntaxedOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { Notice } from '../../ui/notice.tsx';
import { mayWrite } from '../define-resource.ts';
import entry from './entry.ts';
import styles from './tax-rates.module.css';

/** Says which products are sold at home without tax because no rate is for their class: their prices do not show it. */
export function UntaxedClasses() {
  const nameOf = useCountryName();
  const { data } = useQuery(taxRatesGetUntaxedOptions());
  if (!data || data.taxClasses.length === 0) return null;
  const country = nameOf(data.country);
  const classes = screenFormats().list(data.taxClasses);
  return (
    <div className={styles.warning}>
      <Notice tone="warning">
        {plural(data.taxClasses.length, {
          one: `Products of the tax class ${classes} are not taxed in the shop’s own country (${country}): no rate is for it.`,
          other: `Products of the tax classes ${classes} are not taxed in the shop’s own country (${country}): no rates are for them.`,
        })}{' '}
        {mayWrite(entry) &&
          plural(data.taxClasses.length, {
            one: 'Add one, with 0 % if no tax is due.',
            other: 'Add them, with 0 % if no tax is due.',
          })}
      </Notice>
    </div>
  );
}
