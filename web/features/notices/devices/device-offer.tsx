import { useState } from 'react';
import { EnableDevice } from '#web/features/notices/devices/enable-device.tsx';
import { isPutOff, putOff } from '#web/features/notices/devices/own-device.ts';
import { useDeviceHere } from '#web/features/notices/devices/use-device-here.ts';
import { deviceTexts } from '#web/features/notices/devices/words.ts';
import { Button } from '#web/ui/button.tsx';

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
