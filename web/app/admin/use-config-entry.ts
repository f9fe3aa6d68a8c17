/** One setting of the site, read and changed at once, on the condition that nobody else has changed it meanwhile. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { configKey, listConfigOptions, setConfig } from '../api/config.ts';
import { toast } from '../ui/toast.ts';

export interface ConfigField {
  /** What is being set, until the service has answered. */
  value: unknown;
  /** Whether it has been read, so that it can be changed. */
  isReady: boolean;
  change: (value: unknown) => void;
}

export function useConfigEntry(key: string): ConfigField {
  const queryClient = useQueryClient();
  const config = useQuery(listConfigOptions());
  const entry = config.data?.find((each) => each.key === key);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (value: unknown) => {
      if (entry) await setConfig(entry, value);
    },
    onError: (error) => toast.error(error),
    // The site's own answer says it too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: configKey }),
  });
  return { value: isPending ? variables : entry?.value, isReady: entry !== undefined, change: mutate };
}
