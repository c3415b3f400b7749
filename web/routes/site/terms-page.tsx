import { Link } from 'react-router-dom';
import { forbiddenGoods, seenContents } from '#shared/parcels/words.ts';
import { callPoliceFirst } from '#shared/reports/words.ts';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { type Chapter, Chapters, Points } from '#web/features/site/chapters.tsx';
import { Customs } from '#web/features/site/customs.tsx';
import { LegalContact } from '#web/features/site/legal-contact.tsx';

/** Moderation and its remedies, with the contact point for authorities (rules 175 to 179). */
const Moderation = () => (
  <>
    <h3>Ce que nous contrôlons</h3>
    <p>
      Un administrateur lit chaque colis et chaque trajet avant qu'il apparaisse dans la recherche, et chaque pièce
      d'identité avant qu'un profil soit vérifié. Nous ne lisons pas les messages et les avis d'avance : nous les
      regardons quand on nous les signale. Aucune machine ne décide de ce qui est permis ; la nuit, le service refuse
      seulement les annonces dont la date est passée.
    </p>
    <h3 id="signaler">Signaler</h3>
    <p>
      Tout le monde peut signaler une annonce, un membre, un avis ou un message. Dites de bonne foi ce qui ne va pas, et
      où. Nous gardons ce qui est écrit à ce moment-là et nous vous donnons une référence. Une personne décide, en
      général sous 48 heures, et vous répond par email avec le motif. Un signalement ne change rien de lui-même, et
      celui qu'il vise ne sait pas de qui il vient.
    </p>
    <p>
      <strong>Si une personne est en danger immédiat : {callPoliceFirst()}</strong> Quand nous apprenons qu'une vie est
      menacée, nous prévenons la police.
    </p>
    <h3>Nos décisions</h3>
    <p>
      Quand ces conditions ou la loi ne sont pas respectées, nous pouvons refuser ou retirer une annonce, supprimer un
      avis, avertir un membre, bloquer ou supprimer son compte. Une personne prend chaque décision. Le membre en reçoit
      le motif et la portée par email.
    </p>
    <h3 id="contester">Contester</h3>
    <p>
      L'email d'une décision contient un lien « Contester cette décision » : gratuit, sans connexion, pendant six mois.
      Un autre administrateur que celui qui a décidé, ou l'administrateur principal, relit tout et vous répond. Vous
      pouvez aussi saisir la justice à tout moment. Sans cet email, <Link to={paths.contact}>écrivez-nous</Link>.
    </p>
    <h3>Point de contact</h3>
    <p>
      Pour les membres, les visiteurs et les autorités (celles des États membres, la Commission européenne et le Comité
      européen des services numériques), en français ou en anglais :
    </p>
    <LegalContact />
  </>
);

const chapters: readonly Chapter[] = [
  {
    id: 'service',
    title: '1. Le service',
    content: (
      <>
        <p>
          {brand.name} met en relation des particuliers : des expéditeurs publient un colis à envoyer ou à recevoir, des
          voyageurs publient leur trajet. {brand.name} n'est pas transporteur, ne prend pas les colis en charge,
          n'encaisse pas l'argent des membres et n'est pas partie à l'accord qu'ils concluent entre eux.
        </p>
        <p>Le service est exploité par :</p>
        <LegalContact />
      </>
    ),
  },
  {
    id: 'inscription',
    title: "2. L'inscription et la vérification",
    content: (
      <>
        <p>
          L'inscription est gratuite et réservée aux personnes majeures. Chaque membre fournit une pièce d'identité
          (passeport ou carte nationale) et une photo de son visage. Un administrateur les contrôle, en général sous 24
          à 48 heures ; proposer de livrer et choisir un transporteur sont possibles après ce contrôle. Avant, trois
          colis et trois trajets au plus peuvent attendre leur validation, et les autres membres lisent que votre
          identité n'est pas encore vérifiée.
        </p>
        <p>
          Vous donnez des informations exactes et les tenez à jour. Un compte est personnel : son mot de passe ne se
          partage pas. Un profil peut être refusé ou bloqué, par exemple pour de faux documents, un colis interdit ou un
          comportement dangereux ; le motif est alors communiqué au membre, qui peut{' '}
          <a href="#contester">contester cette décision</a>.
        </p>
      </>
    ),
  },
  {
    id: 'publications',
    title: '3. Les colis et les trajets',
    content: (
      <p>
        Chaque colis et chaque trajet est validé par un administrateur avant d'apparaître dans la recherche ; un refus
        est motivé. Les membres décrivent le contenu, le poids et les dates avec exactitude. L'expéditeur accepte que le
        voyageur ouvre le colis et en vérifie le contenu avant de le prendre ; le voyageur peut toujours refuser un
        colis.
      </p>
    ),
  },
  {
    id: 'interdits',
    title: "4. Ce qu'il est interdit d'envoyer",
    content: (
      <>
        <Points of={forbiddenGoods} />
        <p>
          {seenContents} Sont aussi interdits tous les biens dont la possession, la sortie ou l'entrée est interdite au
          départ, en transit ou à l'arrivée. Un colis interdit est retiré, et le compte peut être bloqué.
        </p>
      </>
    ),
  },
  { id: 'douane', title: '5. La douane', content: <Customs /> },
  {
    id: 'remise',
    title: '6. Le rendez-vous et les preuves',
    content: (
      <p>
        La récupération et la livraison sont validées par des photos, datées par le service, qui ne se modifient plus.
        Elles sont visibles de l'expéditeur et du voyageur et, en cas de problème, des administrateurs, dont chaque
        consultation est journalisée. L'administrateur principal peut débloquer une livraison ; les deux membres en sont
        informés avec le motif. Rencontrez-vous dans un lieu public, ouvrez le colis ensemble et gardez vos échanges
        dans la messagerie du service.
      </p>
    ),
  },
  {
    id: 'prix',
    title: '7. Le prix entre membres',
    content: (
      <p>
        Le prix d'un transport est l'affaire des deux membres : ils en conviennent sur le service, qui note ce que tous
        deux ont accepté, et le paient directement entre eux. {brand.name} n'encaisse rien, ne garde aucune somme et ne
        rembourse pas. Chacun s'informe des impôts et des déclarations qui le concernent ; qui fait du transport un
        commerce doit aussi respecter les règles de sa profession.
      </p>
    ),
  },
  {
    id: 'abonnement',
    title: "8. L'abonnement",
    content: (
      <p>
        L'abonnement annuel est de 5000 DA pour 12 mois à partir de la validation du paiement. La page{' '}
        <Link to={paths.paymentMethods}>Moyen de paiement</Link> dit à tout moment s'il est nécessaire, ou si le service
        est encore gratuit ; rien n'est dû si le membre ne l'a pas demandé. Le jour à partir duquel il est nécessaire
        est annoncé au moins 30 jours à l'avance. Depuis ce jour, publier ou modifier une annonce, accepter de livrer un
        colis, choisir un transporteur et commencer une conversation demandent un abonnement en cours, pour tous les
        membres ; ce qui est en cours peut toujours être terminé.
      </p>
    ),
  },
  {
    id: 'conduite',
    title: '9. La conduite des membres',
    content: (
      <p>
        Les messages et les profils restent courtois et véridiques. Il est interdit de se faire passer pour quelqu'un
        d'autre, d'importuner, de collecter les données des membres, de contourner la validation ou de gêner le
        fonctionnement du service. Tout abus peut être <a href="#signaler">signalé</a>.
      </p>
    ),
  },
  { id: 'moderation', title: '10. La modération', content: <Moderation /> },
  {
    id: 'publicite',
    title: '11. La publicité',
    content: (
      <p>
        Le site peut montrer des publicités, toujours signalées. Elles sont les mêmes pour tous : aucune n'est choisie
        d'après vos données, et leurs images viennent de notre site.
      </p>
    ),
  },
  {
    id: 'responsabilite',
    title: '12. La responsabilité',
    content: (
      <p>
        Les membres répondent entre eux de l'exécution de leur accord, de ce que contient le colis et de son état à
        l'arrivée. {brand.name} répond du bon fonctionnement du service, dans les limites prévues par la loi ; il ne
        garantit ni la livraison ni le contenu, et ne fournit pas d'assurance. Rien dans ces conditions n'écarte les
        droits que la loi garantit aux consommateurs.
      </p>
    ),
  },
  {
    id: 'donnees',
    title: '13. Vos données',
    content: (
      <p>
        La <Link to={paths.privacy}>politique de confidentialité</Link> explique quelles données sont traitées, pourquoi
        et combien de temps ; la page <Link to={paths.cookies}>Cookies</Link>, ce qui reste sur votre appareil.
      </p>
    ),
  },
  {
    id: 'changements',
    title: '14. Les changements et la fin',
    content: (
      <p>
        Ces conditions peuvent changer ; la date en haut de page dit depuis quand elles valent, et un changement
        important est annoncé sur le site. Vous pouvez supprimer votre compte à tout moment, une fois vos livraisons en
        cours terminées, dans les paramètres de votre profil : il est effacé 14 jours plus tard, et un abonnement en
        cours n'est pas remboursé. Nous pouvons supprimer un compte qui enfreint ces conditions ; son titulaire en
        reçoit le motif par email.
      </p>
    ),
  },
  {
    id: 'lieux',
    title: '15. Les données géographiques',
    content: (
      <p>
        Les noms de lieux proviennent de <a href="https://www.geonames.org">GeoNames</a>, sous licence{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/deed.fr">Creative Commons Attribution 4.0</a>. Les communes
        et codes postaux de France proviennent de l'Insee et de La Poste (2026), sous{' '}
        <a href="https://www.etalab.gouv.fr/licence-ouverte-open-licence">Licence Ouverte</a> ; ceux d'Algérie, du
        projet leblad, sous licence MIT.
      </p>
    ),
  },
];

export function TermsPage() {
  return (
    <Chapters
      title="Conditions générales"
      dated
      lead={<p>Ce que chacun peut attendre du service et des autres membres, en mots simples.</p>}
      chapters={chapters}
    />
  );
}
