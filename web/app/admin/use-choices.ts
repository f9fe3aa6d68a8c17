/** What a filter offers is read by itself. What could not be read, the filters of a list say together. */
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useId, useState } from 'react';

type Report = (reader: string, hasFailed: boolean) => void;

/** Outside a list's filters nobody is told. */
const Failures = createContext<Report>(() => undefined);

export const ChoicesFailures = Failures.Provider;

/** Whether something could not be read, and what is to be given to ChoicesFailures around those who read. */
export function useChoicesFailures(): [hasFailed: boolean, report: Report] {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const report = useCallback<Report>(
    (reader, hasFailed) =>
      setFailed((before) => {
        if (before.includes(reader) === hasFailed) return before;
        return hasFailed ? [...before, reader] : before.filter((each) => each !== reader);
      }),
    [],
  );
  return [failed.length > 0, report];
}

export function useReportedFailure(hasFailed: boolean): void {
  const reader = useId();
  const report = use(Failures);
  useEffect(() => {
    report(reader, hasFailed);
    return () => report(reader, false);
  }, [reader, report, hasFailed]);
}

/** The data of a query whose failure the filters around tell; undefined until it is read. */
export function useChoices<Answer, Failure, Data, Key extends QueryKey>(
  options: UseQueryOptions<Answer, Failure, Data, Key>,
): Data | undefined {
  const { data, isError } = useQuery(options);
  useReportedFailure(isError && data === undefined);
  return data;
}
