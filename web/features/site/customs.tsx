import { shortDay } from '#shared/values/time.ts';
import { Points } from '#web/features/site/chapters.tsx';
import { checkedOn, toAlgeria, toFrance } from '#web/features/site/customs-words.ts';

/** Customs between the two countries, with links to the customs offices. */
export function Customs() {
  return (
    <>
      <p>
        Celui qui passe la frontière avec un colis en répond devant la douane, même s'il le transporte pour quelqu'un
        d'autre. Avant le départ, l'expéditeur lui donne la liste du contenu et les factures ; le voyageur vérifie et
        déclare ce qui doit l'être.
      </p>
      <h3>Vers l'Algérie</h3>
      <Points of={toAlgeria} />
      <h3>Vers la France</h3>
      <Points of={toFrance} />
      <p>
        Ces repères ne remplacent pas la loi et changent : vérifiez auprès de la{' '}
        <a href="https://www.douane.gov.dz">douane algérienne</a> et de la{' '}
        <a href="https://www.douane.gouv.fr">douane française</a> avant chaque voyage. Les droits et taxes sont à la
        charge de l'expéditeur, sauf si vous en décidez autrement ensemble ; gardez la quittance. Vérifié le{' '}
        {shortDay(checkedOn)}.
      </p>
    </>
  );
}
