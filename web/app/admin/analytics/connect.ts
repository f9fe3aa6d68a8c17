/** Connecting the site with Google: who may, is sent there and comes back to /oauth2/callback/google. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { analyticsDisconnect, analyticsStart } from '../../api/generated/index.ts';
import { toast } from '../../ui/toast.ts';

/** Start of the key of every query for analytics: invalidate by it. */
export const analyticsKey = [{ tags: ['analytics'] }];

export function useConnect() {
  return useMutation({
    mutationFn: async () => {
      const { data } = await analyticsStart();
      window.location.assign(data.address);
    },
    onError: (error) => toast.error(error),
  });
}

export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => analyticsDisconnect(),
    onError: (error) => toast.error(error),
    onSettled: () => client.invalidateQueries({ queryKey: analyticsKey }),
  });
}
