/** What the rules, as they are on the screen, say of a basket and an address. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SimulationOut, shippingMatricesSimulate } from '../../api/generated/index.ts';
import { type Rule, rowsFrom } from './rules.ts';
import type { Line } from './trial-basket.tsx';
import { scaledFrom } from './units.ts';

/** As it is typed. */
export interface Trial {
  /** What the basket is given by: products of the shop, or what it measures. */
  by: 'products' | 'measures';
  lines: Line[];
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
  by: 'products',
  lines: [],
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
  const address = { country, county, town, postcode };
  const shared = { matrixId: matrixId ?? null, rows: rowsFrom(rules, currency), currency, address };
  if (trial.by === 'products') return { ...shared, products: trial.lines.flatMap(productIn) };
  const total = number(trial.total, places);
  return {
    ...shared,
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

/** Nothing of a line whose variant is not known yet, or whose quantity is none. */
function productIn({ productId, quantity }: Line): { productId: string; quantity: number }[] {
  const isMeant =
    typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0 && quantity <= 10_000;
  return productId && isMeant ? [{ productId, quantity }] : [];
}

export interface Simulation {
  result: SimulationOut | undefined;
  error: Error | null;
  /** Tries it again, after an error. */
  retry: () => void;
  /** Whether it is of the rules and the basket as they are, and not of those before the last change. */
  isCurrent: boolean;
}

/** Whether there is an address, and something in the basket. */
const isComplete = ({ address, ...basket }: ReturnType<typeof bodyOf>) =>
  address.country !== '' && !('products' in basket && basket.products?.length === 0);

export function useSimulation(asked: Asked): Simulation {
  const body = bodyOf(asked);
  const present = JSON.stringify(body);
  const [quiet] = useDebouncedValue(present, PAUSE);
  const hasAddress = isComplete(body);
  const { data, error, refetch } = useQuery({
    queryKey: ['shipping simulation', quiet],
    queryFn: async ({ signal }) => {
      const { data: found } = await shippingMatricesSimulate({ body: JSON.parse(quiet), signal });
      return { found, of: quiet };
    },
    enabled: hasAddress && isComplete(JSON.parse(quiet)),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const retry = () => void refetch();
  if (!hasAddress || error)
    return { result: undefined, error: hasAddress ? error : null, retry, isCurrent: false };
  return { result: data?.found, error: null, retry, isCurrent: data?.of === present };
}
