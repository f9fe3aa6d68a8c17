/** What the rules, as they are on the screen, say of a basket and an address. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SimulationOut, shippingMatricesSimulate } from '../../api/generated/index.ts';
import { type Rule, rowsFrom } from './rules.ts';
import { scaledFrom } from './units.ts';

/** As it is typed. */
export interface Trial {
  country: string;
  county: string;
  town: string;
  postcode: string;
  weight: string;
  heaviest: string;
  items: string;
  total: string;
  length: string;
  width: string;
  height: string;
}

export const EMPTY: Trial = {
  country: '',
  county: '',
  town: '',
  postcode: '',
  weight: '',
  heaviest: '',
  items: '1',
  total: '',
  length: '',
  width: '',
  height: '',
};

/** Milliseconds of quiet before they are tried. */
const PAUSE = 300;

const number = (typed: string, places: number) => {
  const found = scaledFrom(typed, places);
  return typeof found === 'number' ? found : 0;
};

export interface Asked {
  matrixId: string | undefined;
  rules: Rule[];
  currency: string;
  /** Digits of the currency after the point. */
  places: number;
  trial: Trial;
}

function bodyOf({ matrixId, rules, currency, places, trial }: Asked) {
  const { country, county, town, postcode } = trial;
  const total = number(trial.total, places);
  return {
    matrixId: matrixId ?? null,
    rows: rowsFrom(rules, currency),
    currency,
    address: { country, county, town, postcode },
    facts: {
      items: number(trial.items, 0),
      weight: number(trial.weight, 3),
      heaviest: number(trial.heaviest || trial.weight, 3),
      length: number(trial.length, 1),
      width: number(trial.width, 1),
      height: number(trial.height, 1),
      totalExclTax: total,
      totalInclTax: total,
    },
  };
}

export interface Simulation {
  result: SimulationOut | undefined;
  error: Error | null;
  /** Whether it is of the rules and the basket as they are, and not of those before the last change. */
  isCurrent: boolean;
}

export function useSimulation(asked: Asked): Simulation {
  const body = bodyOf(asked);
  const present = JSON.stringify(body);
  const [quiet] = useDebouncedValue(present, PAUSE);
  const hasAddress = body.address.country !== '';
  const { data, error } = useQuery({
    queryKey: ['shipping simulation', quiet],
    queryFn: async ({ signal }) => {
      const { data: found } = await shippingMatricesSimulate({ body: JSON.parse(quiet), signal });
      return { found, of: quiet };
    },
    enabled: hasAddress && JSON.parse(quiet).address.country !== '',
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  if (!hasAddress || error) return { result: undefined, error: hasAddress ? error : null, isCurrent: false };
  return { result: data?.found, error: null, isCurrent: data?.of === present };
}
