import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { brand } from '#shared/values/brand.ts';
import { devicesApi, devicesQuery } from '#web/features/notices/devices/api.ts';
import { type DeviceState, deviceState, ownDevice, turnOff, turnOn } from '#web/features/notices/devices/own-device.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Moment } from '#web/ui/moment.tsx';

/** « Mes appareils »: the devices that are notified while the site is closed, and this one. */
export function OwnDevices({ memberId }: { memberId: string }) {
  const queries = useQueryClient();
  const list = useQuery(devicesQuery('myPushDevices'));
  const here = useQuery({ queryKey: ['push', memberId], queryFn: () => deviceState(memberId), networkMode: 'always' });
  const refresh = () => Promise.all([list.refetch(), here.refetch()]);
  const enable = useMutation({
    mutationFn: () => turnOn(memberId),
    onSuccess: (state) => {
      queries.setQueryData(['push', memberId], state);
      return list.refetch();
    },
    onError: () => toast.error('Activation impossible pour le moment. Réessayez plus tard.'),
  });
  const remove = useMutation({
    mutationFn: (device: string) =>
      device === ownDevice(memberId) ? turnOff() : devicesApi.removePushDevice({ params: { device } }),
    onSuccess: refresh,
    onError: (error) => toast.error('Appareil non retiré', asProblem(error).detail),
  });
  const items = list.data?.items ?? [];
  return (
    <section className="card card--roomy stack" aria-labelledby="push-title">
      <h2 id="push-title">Mes appareils</h2>
      {here.data === 'off' && (
        <>
          <p className="muted">Soyez prévenu sur cet appareil, même quand le site est fermé.</p>
          <Button variant="primary" disabled={enable.isPending} onClick={() => enable.mutate()}>
            {enable.isPending ? 'Activation…' : 'Activer'}
          </Button>
        </>
      )}
      {here.data && here.data !== 'off' && <p className="muted">{stateTexts[here.data]}</p>}
      {items.length > 0 && (
        <ul className="stack">
          {items.map(({ device, name, addedAt }) => (
            <li key={device}>
              <strong translate="no">{name}</strong>
              {device === ownDevice(memberId) && <> (cet appareil)</>}
              <p className="muted small">
                Depuis le <Moment at={addedAt} />
              </p>
              <Button size="small" disabled={remove.isPending} onClick={() => remove.mutate(device)}>
                Retirer
                <span className="visually-hidden"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const stateTexts: Readonly<Record<Exclude<DeviceState, 'off'>, string>> = {
  on: 'Cet appareil est prévenu, même quand le site est fermé.',
  refused:
    'Les notifications sont bloquées pour ce site. Autorisez-les dans les réglages de votre navigateur, puis revenez ici.',
  install: `Pour être prévenu sur cet appareil, ajoutez d'abord ${brand.name} à l'écran d'accueil : « Partager », puis « Sur l'écran d'accueil ».`,
  short: 'Pour être prévenu sur cet appareil, reconnectez-vous en cochant « Se souvenir de moi ».',
  unsupported: 'Ce navigateur ne permet pas les notifications.',
};
