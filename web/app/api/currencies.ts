/** Currencies by their codes, for what asks for one on a screen. */
import { useQuery } from '@tanstack/react-query';
import { currencyName } from '#words/format.ts';
import { currenciesListOptions } from './generated/@tanstack/react-query.gen.ts';

export interface CurrencyOption {
  value: string;
  label: string;
}

/** `British Pound (GBP)`, in the order of the names. */
export const currencyOptions = (codes: readonly string[]): CurrencyOption[] =>
  codes
    .map((code) => ({ value: code, label: `${currencyName(code)} (${code})` }))
    .sort((one, other) => one.label.localeCompare(other.label));

/** A hook: every currency that the shop can be in; none until they have been read. */
export function useCurrencies(): CurrencyOption[] {
  const { data } = useQuery({ ...currenciesListOptions(), staleTime: Number.POSITIVE_INFINITY });
  return currencyOptions(data?.map(({ code }) => code) ?? []);
}
