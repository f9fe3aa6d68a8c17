import { useEffect, useState } from 'react';
import type { CountryOut } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';

let known: Promise<readonly CountryOut[]> | undefined;

/** All countries by their names in the site's language; none until they are known, and where they cannot be. */
export function useCountries(isWanted = true): readonly CountryOut[] {
  const [countries, setCountries] = useState<readonly CountryOut[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    known ??= read();
    void known.then(setCountries);
  }, [isWanted]);
  return countries;
}

async function read(): Promise<readonly CountryOut[]> {
  try {
    return await apiJson<CountryOut[]>('GET', '/cms/countries');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // Asked once more by whatever wants them next.
    known = undefined;
    return [];
  }
}
