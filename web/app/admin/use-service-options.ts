/** A filter's choices: the services that this site runs. */
import { partsOf, siteOptions } from '../api/site.ts';
import type { FilterOption } from './define-resource.ts';
import { useChoices } from './use-choices.ts';

export function useServiceOptions(): FilterOption[] {
  const site = useChoices(siteOptions());
  return partsOf(site).map(({ service, label }) => ({ value: service, label }));
}
