import { forbiddenGoods, seenContents } from '#shared/parcels/words.ts';
import { Callout } from '#web/ui/callout.tsx';

export function ForbiddenGoods() {
  return (
    <Callout tone="warning" title="Ce qui ne peut pas voyager">
      <ul>
        {forbiddenGoods.map((goods) => (
          <li key={goods}>{goods}</li>
        ))}
      </ul>
      <p className="small">{seenContents}</p>
    </Callout>
  );
}
