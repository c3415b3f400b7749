import { Link } from 'react-router-dom';
import { forbiddenGoods, seenContents } from '#shared/parcels/words.ts';
import { paths } from '#shared/site/paths.ts';
import { Callout } from '#web/ui/callout.tsx';

/** The law wants both said before a publication (rules 217, 220). */
export function PublishingRules() {
  return (
    <>
      <Callout tone="warning" title="Ce qui ne peut pas voyager">
        <ul>
          {forbiddenGoods.map((goods) => (
            <li key={goods}>{goods}</li>
          ))}
        </ul>
        <p className="small">{seenContents}</p>
      </Callout>
      <p className="small">
        Seuls les particuliers publient ici, pas les professionnels.{' '}
        <Link to={`${paths.terms}#service`}>Ce que la loi prévoit entre particuliers</Link>
      </p>
    </>
  );
}
