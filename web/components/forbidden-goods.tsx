import { TriangleAlert } from 'lucide-react';
import { forbiddenGoods } from '#shared/parcels/words.ts';

/** What may not travel, in both publishing forms. */
export function ForbiddenGoods() {
  return (
    <section className="panel panel--warning" aria-label="Objets interdits">
      <TriangleAlert className="panel__icon" aria-hidden="true" />
      <div className="stack">
        <p className="panel__title">Ce qui ne peut pas voyager</p>
        <ul>
          {forbiddenGoods.map((goods) => (
            <li key={goods}>{goods}</li>
          ))}
        </ul>
        <p className="small">Le voyageur peut demander à voir le contenu, et les règles de douane s'appliquent à chacun.</p>
      </div>
    </section>
  );
}
