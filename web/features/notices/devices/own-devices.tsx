import { useMutation, useQuery } from '@tanstack/react-query';
import { deviceTexts, EnableDevice, useDeviceHere } from '#web/features/notices/devices/device-offer.tsx';
import { devicesApi, devicesQuery, ownDevice, turnOff } from '#web/features/notices/devices/own-device.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Moment } from '#web/ui/moment.tsx';

/** « Mes appareils »: the devices that are notified while the site is closed, and this one. */
export function OwnDevices({ memberId }: { memberId: string }) {
  const list = useQuery(devicesQuery('myPushDevices'));
  const { state, enable, refetch } = useDeviceHere(memberId);
  const items = list.data?.items ?? [];
  const isLost = list.data !== undefined && !items.some(({ device }) => device === ownDevice(memberId));
  // The server may have ended this device: removed on another one, or replaced by a sixth.
  const here = state === 'on' && isLost ? 'off' : state;
  const remove = useMutation({
    mutationFn: (device: string) =>
      device === ownDevice(memberId) ? turnOff() : devicesApi.removePushDevice({ params: { device } }),
    onSuccess: () => Promise.all([list.refetch(), refetch()]),
    onError: (error) => toast.failed('Appareil non retiré', error),
  });
  return (
    <section className="card card--roomy stack" aria-labelledby="push-title">
      <h2 id="push-title">Mes appareils</h2>
      {here === 'off' && (
        <>
          <p className="muted">{deviceTexts.off}</p>
          <EnableDevice enable={enable} />
        </>
      )}
      {here && here !== 'off' && <p className="muted">{deviceTexts[here]}</p>}
      {items.length > 0 && (
        <ul className="points stack">
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
