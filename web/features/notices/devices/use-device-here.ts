import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { devicesQuery } from '#web/features/notices/devices/api.ts';
import { deviceState, turnOn } from '#web/features/notices/devices/own-device.ts';
import { toast } from '#web/lib/toast.ts';

export function useDeviceHere(memberId: string) {
  const queries = useQueryClient();
  const queryKey = ['push', memberId];
  const { data, refetch } = useQuery({ queryKey, queryFn: () => deviceState(memberId), networkMode: 'always' });
  const enable = useMutation({
    mutationFn: () => turnOn(memberId),
    onSuccess: (state) => {
      queries.setQueryData(queryKey, state);
      return queries.invalidateQueries(devicesQuery('myPushDevices'));
    },
    onError: () => toast.error('Activation impossible pour le moment. Réessayez plus tard.'),
  });
  return { state: data, refetch, enable };
}
