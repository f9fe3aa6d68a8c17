/** Countries by their codes, for what asks for one on a screen. */
import { useQuery } from '@tanstack/react-query';
import { countriesListOptions } from './generated/@tanstack/react-query.gen.ts';

export interface CountryOption {
  value: string;
  label: string;
}

/** A hook: every country, in the order of the names; none until they have been read. */
export function useCountries(): CountryOption[] {
  const { data } = useQuery({ ...countriesListOptions(), staleTime: Number.POSITIVE_INFINITY });
  return data?.map(({ code, name }) => ({ value: code, label: name })) ?? [];
}

/** A hook: what gives a country's name by its code; the code until they have been read. */
export function useCountryName(): (code: string) => string {
  const countries = useCountries();
  return (code) => countries.find(({ value }) => value === code)?.label ?? code;
}
