/** Rates are kept in millionths and typed in per cent: 20 % is 200000. */

const PLACES = 4;

/** 200000 → "20", 55000 → "5.5" */
export function percentFrom(millionths: number): string {
  return String(millionths / 10 ** PLACES);
}

/** "20", "5,5" → 200000, 55000; undefined for what is no percentage, or finer than can be kept. */
export function millionthsFrom(typed: string): number | undefined {
  const [, whole = '', fraction = ''] =
    /^([0-9]{1,4})(?:[.,]([0-9]{0,4}))?$/.exec(typed.replace('%', '').trim()) ?? [];
  // By its digits, for 0.29 * 10000 is not 2900.
  return whole === '' ? undefined : Number(`${whole}${fraction.padEnd(PLACES, '0')}`);
}
