import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { brand } from '#shared/values/brand.ts';
import {
  type DeviceState,
  deviceState,
  devicesQuery,
  isPutOff,
  putOff,
  turnOn,
} from '#web/features/notices/devices/own-device.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

export const deviceTexts: Readonly<Record<DeviceState, string>> = {
  off: 'Soyez prévenu sur cet appareil, même quand le site est fermé.',
  on: 'Cet appareil est prévenu, même quand le site est fermé.',
  refused:
    'Les notifications sont bloquées pour ce site. Autorisez-les dans les réglages de votre navigateur, puis revenez ici.',
  install: `Pour être prévenu sur cet appareil, ajoutez d'abord ${brand.name} à l'écran d'accueil : « Partager », puis « Sur l'écran d'accueil ».`,
  short: 'Pour être prévenu sur cet appareil, reconnectez-vous en cochant « Se souvenir de moi ».',
  unsupported: 'Ce navigateur ne permet pas les notifications.',
};

/**
 * Offers to notify this device where it can be done in this session, until it is answered (rule 149). « Plus tard »
 * hides it for 30 days.
 */
export function DeviceOffer({ memberId }: { memberId: string }) {
  const { state, enable } = useDeviceHere(memberId);
  const [isHidden, setHidden] = useState(() => isPutOff(Date.now()));
  if (isHidden || (state !== 'off' && state !== 'refused' && state !== 'install')) return null;
  return (
    <section className="card stack" aria-label="Notifications de cet appareil">
      <p>{deviceTexts[state]}</p>
      <div className="cluster">
        {state === 'off' && <EnableDevice enable={enable} />}
        <Button
          onClick={() => {
            putOff(Date.now());
            setHidden(true);
          }}
        >
          Plus tard
        </Button>
      </div>
    </section>
  );
}

/** « Activer »: the press after which the browser asks (rule 149). */
export const EnableDevice = ({ enable }: Pick<ReturnType<typeof useDeviceHere>, 'enable'>) => (
  <SubmitButton type="button" busy={enable.isPending} busyText="Activation…" onClick={() => enable.mutate()}>
    Activer
  </SubmitButton>
);

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
