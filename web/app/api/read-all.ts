/** As many as one answer of a list holds. */
const MOST = 100;

interface Slice<Row> {
  results: Row[];
  total: number;
}

/** All records of a list, part by part. For what there are few of. */
export async function readAll<Row>(
  read: (part: { start: number; limit: number }) => Promise<{ data: Slice<Row> }>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (;;) {
    const { data } = await read({ start: found.length, limit: MOST });
    found.push(...data.results);
    if (data.results.length === 0 || found.length >= data.total) return found;
  }
}
