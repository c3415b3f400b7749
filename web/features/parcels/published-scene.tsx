import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Parcel } from '#shared/parcels/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { dayOf, shortDay } from '#shared/values/time.ts';
import { AlertOffer } from '#web/features/alerts/alert-offer.tsx';
import { wishForParcel } from '#web/features/alerts/wish.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawing } from '#web/ui/pictures/drawing.tsx';

export function PublishedScene({ published }: { published: unknown }) {
  const parcel = Parcel.safeParse(published).data;
  const [today] = useState(() => dayOf(Date.now()));
  return (
    <section className="card empty-state" role="status">
      <Drawing name="published" />
      <p className="empty-state__title">Votre annonce est en cours de validation</p>
      <ol className="points empty-state__steps">
        <li>Envoyée le {shortDay(today)}.</li>
        <li>Vérifiée sous 24 à 48 heures par notre équipe.</li>
        <li>Une fois validée, elle apparaît ici et les voyageurs qui font ce trajet peuvent vous écrire.</li>
      </ol>
      {parcel && <AlertOffer wish={wishForParcel(parcel)} text="Me prévenir des nouveaux trajets" />}
      <Button as={Link} variant="primary" to={paths.myParcels}>
        Voir mes colis
      </Button>
    </section>
  );
}
