import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { forbiddenGoods, seenContents } from '#shared/parcels/words.ts';
import { yearPrice } from '#shared/receipts/words.ts';
import { callPoliceFirst } from '#shared/reports/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { numberOf, type TermId, termIds, termTitles } from '#shared/site/terms.ts';
import { sharedCosts } from '#shared/trips/words.ts';
import { brand } from '#shared/values/brand.ts';
import { type Chapter, Chapters, Points } from '#web/features/site/chapters.tsx';
import { Customs } from '#web/features/site/customs.tsx';
import { LegalContact, Mediation } from '#web/features/site/legal-contact.tsx';
import { operator } from '#web/features/site/operator.ts';

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
      par email le motif, ce qu'elle change, et le chapitre de ces conditions qui n'a pas été respecté.
    </p>
    <h3 id="contester">Contester</h3>
    <p>
      L'email d'une décision contient un lien « Contester cette décision » : gratuit, sans connexion, pendant six mois.
      Un autre administrateur que celui qui a décidé, ou l'administrateur principal, relit tout et vous répond. Vous
      pouvez aussi saisir la justice à tout moment
      {operator.hasOutOfCourt &&
        ', ou un organisme de règlement extrajudiciaire certifié (règlement européen sur les services numériques, article 21)'}
      . Sans cet email, <Link to={paths.contact}>écrivez-nous</Link>.
    </p>
    <h3>Point de contact</h3>
    <p>
      Pour les membres, les visiteurs et les autorités (celles des États membres, la Commission européenne et le Comité
      européen des services numériques), en français ou en anglais :
    </p>
    <LegalContact />
  </>
);

const contents: readonly { readonly id: TermId; readonly content: ReactNode }[] = [
  {
    id: 'service',
    content: (
      <>
        <p>
          {brand.name} met en relation des particuliers : des expéditeurs publient un colis à envoyer ou à recevoir, des
          voyageurs publient leur trajet. {brand.name} n'est pas transporteur, ne prend pas les colis en charge,
          n'encaisse pas l'argent des membres et n'est pas partie à l'accord qu'ils concluent entre eux.
        </p>
        <p>
          Seuls des particuliers publient ici, pour un envoi ou un trajet à eux. Les transporteurs et vendeurs
          professionnels ne sont pas admis : un compte qui sert à un commerce est bloqué. La loi punit le professionnel
          qui se fait passer pour un particulier (code de la consommation, article L132-2).
        </p>
        <p>
          Entre particuliers, c'est le code civil qui s'applique à votre accord : il n'y a ni droit de rétractation, ni
          garantie légale de conformité, comme il y en aurait avec un professionnel.
        </p>
        <p>
          Le service est exploité par (les <Link to={paths.legalNotice}>mentions légales</Link> disent tout) :
        </p>
        <LegalContact />
      </>
    ),
  },
  {
    id: 'inscription',
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
    content: (
      <p>
        Chaque colis et chaque trajet est validé par un administrateur avant d'apparaître dans la recherche ; en cas de
        refus, vous en recevez le motif. Les membres déclarent le contenu, le poids et les dates avec exactitude.
        L'expéditeur accepte que le voyageur ouvre le colis et en vérifie le contenu avant de le prendre ; le voyageur
        peut toujours refuser un colis.
      </p>
    ),
  },
  {
    id: 'interdits',
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
  { id: 'douane', content: <Customs /> },
  {
    id: 'remise',
    content: (
      <p>
        La récupération et la livraison sont validées par des photos, datées par le service, qui ne se modifient plus ;
        l'expéditeur et le voyageur les voient. L'expéditeur peut demander un code à la livraison. Une livraison
        déclarée sans code est confirmée si l'expéditeur ne répond pas dans les trois jours ; un problème se signale
        jusqu'à 14 jours après la fin. L'autre membre a trois jours pour répondre, puis notre équipe lit les photos et
        la conversation des deux au sujet du colis, chaque consultation étant inscrite dans un journal. Elle décide de
        la suite de la livraison, jamais d'une somme ; sa décision se conteste. L'administrateur principal peut
        débloquer une livraison ; les deux membres en sont informés avec le motif. Rencontrez-vous dans un lieu public,
        ouvrez le colis ensemble et gardez vos échanges dans la messagerie du service.
      </p>
    ),
  },
  {
    id: 'prix',
    content: (
      <p>
        Le prix d'un transport est l'affaire des deux membres : ils en conviennent sur le service, qui note ce que tous
        deux ont accepté, et le paient directement entre eux. {brand.name} n'encaisse rien, ne garde aucune somme et ne
        rembourse pas. {sharedCosts} Chacun s'informe des impôts et des déclarations qui le concernent.
      </p>
    ),
  },
  {
    id: 'abonnement',
    content: (
      <p>
        L'abonnement annuel est de {yearPrice(operator.subscriptionEuro)} pour 12 mois à partir de la validation du
        paiement, sans reconduction automatique. La page <Link to={paths.paymentMethods}>Moyen de paiement</Link> dit à
        tout moment s'il est nécessaire, ou si le service est encore gratuit ; rien n'est dû si le membre ne l'a pas
        demandé. Le jour à partir duquel il est nécessaire est annoncé au moins 30 jours à l'avance. Depuis ce jour,
        publier ou modifier une annonce, accepter de livrer un colis, choisir un transporteur et commencer une
        conversation demandent un abonnement en cours, pour tous les membres ; ce qui est en cours peut toujours être
        terminé.
      </p>
    ),
  },
  {
    id: 'retractation',
    content: (
      <>
        <p>
          Vous pouvez renoncer à l'abonnement sans dire pourquoi, pendant 14 jours. Le jour où nous validons votre
          paiement ne compte pas ; si le quatorzième jour est un samedi, un dimanche ou un jour férié, le premier jour
          ouvrable qui suit compte encore.
        </p>
        <p>
          Pour cela, ouvrez <Link to={paths.paymentMethods}>Moyen de paiement</Link> et touchez « Renoncer au contrat »,
          puis « Confirmer la rétractation ». Un email vous le confirme tout de suite. Vous pouvez aussi{' '}
          <Link to={withQuery(paths.contact, { topic: 'withdrawal' })}>nous écrire</Link>, même si votre compte est
          bloqué ; ce modèle suffit : « Je vous notifie ma rétractation du contrat d'abonnement annuel validé le … Nom,
          adresse, date. »
        </p>
        <p>
          Les 12 mois de ce paiement s'arrêtent alors, et nous vous remboursons toute la somme sous 14 jours, sans
          frais, par le moyen de paiement que vous avez utilisé. Votre profil et vos annonces restent tels quels.
        </p>
      </>
    ),
  },
  {
    id: 'classement',
    content: (
      <>
        <Points
          of={[
            "les colis : les plus récents d'abord, ou ceux dont la date limite est la plus proche ;",
            "les trajets : le départ le plus proche d'abord, ou les plus récents ;",
            'les filtres que vous choisissez retirent des annonces, ils ne changent pas leur ordre ;',
            'les suggestions pour une annonce : même trajet, puis sur la route, puis mêmes pays.',
          ]}
        />
        <p>
          Cet ordre est le même pour tous. Personne ne peut payer pour être mieux placé, et ni les avis ni l'abonnement
          n'y changent rien.
        </p>
      </>
    ),
  },
  {
    id: 'avis',
    content: (
      <p>
        Un membre dont l'identité est vérifiée peut laisser un avis sur un autre, une fois, sans être payé pour cela, et
        le modifier ou le supprimer. La marque « Avis vérifié » veut dire que les deux ont terminé une livraison
        ensemble ; sans elle, nous n'avons pas contrôlé qu'ils se connaissent. Les avis sont affichés du plus récent au
        plus ancien, avec leur date, aussi longtemps que les deux comptes existent. Nous ne les lisons pas d'avance :
        signalez celui qui est faux ou injurieux. Un avis supprimé l'est avec un motif que son auteur peut contester.
      </p>
    ),
  },
  {
    id: 'conduite',
    content: (
      <p>
        Les messages et les profils restent courtois et véridiques. Il est interdit de se faire passer pour quelqu'un
        d'autre, d'importuner, de collecter les données des membres, de contourner la validation ou de gêner le
        fonctionnement du service. Tout abus peut être <a href="#signaler">signalé</a>.
      </p>
    ),
  },
  { id: 'moderation', content: <Moderation /> },
  {
    id: 'publicite',
    content: (
      <p>
        Le site peut montrer des publicités, toujours signalées. Elles sont les mêmes pour tous : aucune n'est choisie
        d'après vos données, et leurs images viennent de notre site.
      </p>
    ),
  },
  {
    id: 'responsabilite',
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
    id: 'mediation',
    content: (
      <>
        <Mediation />
        <p>
          Ces conditions suivent le droit français. Si vous habitez un autre pays, les règles impératives de sa loi qui
          vous protègent restent valables, et vous pouvez saisir ses tribunaux.
        </p>
      </>
    ),
  },
  {
    id: 'donnees',
    content: (
      <p>
        La <Link to={paths.privacy}>politique de confidentialité</Link> explique quelles données sont traitées, pourquoi
        et combien de temps ; la page <Link to={paths.cookies}>Cookies</Link>, ce qui reste sur votre appareil.
      </p>
    ),
  },
  {
    id: 'changements',
    content: (
      <p>
        Ces conditions peuvent changer ; la date en haut de page dit depuis quand elles valent. Un changement est
        annoncé par email aux membres 30 jours avant, avec son jour ; qui ne l'accepte pas peut supprimer son compte.
        Vous pouvez supprimer votre compte à tout moment, une fois vos livraisons en cours terminées, dans les
        paramètres de votre profil : il est effacé 14 jours plus tard. Passé le{' '}
        <a href="#retractation">délai de rétractation</a>, un abonnement en cours n'est pas remboursé. Nous pouvons
        supprimer un compte qui enfreint ces conditions ; son titulaire en reçoit le motif par email.
      </p>
    ),
  },
  {
    id: 'lieux',
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

const contentOf = new Map(contents.map(({ id, content }) => [id, content]));

const chapters: readonly Chapter[] = termIds.map((id) => ({
  id,
  title: `${numberOf(id)}. ${termTitles[id]}`,
  content: contentOf.get(id),
}));

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
