import { forbiddenGoods, seenContents } from '#shared/parcels/words.ts';
import { withdrawalRight, yearPrice } from '#shared/receipts/words.ts';
import { callPoliceFirst } from '#shared/reports/words.ts';
import { paths } from '#shared/site/paths.ts';
import { sharedCosts } from '#shared/trips/words.ts';
import { shortDay } from '#shared/values/time.ts';
import {
  checkedOn,
  intoAlgeria,
  intoFrance,
  medicinesIntoAlgeria,
  medicinesOutOfAlgeria,
  outOfAlgeria,
} from '#web/features/site/customs-words.ts';
import { operator } from '#web/features/site/operator.ts';

export interface Question {
  /** Anchor of the question: `/faq#delai-verification`. */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly string[];
  readonly link?: { readonly to: string; readonly text: string };
  /** Pages of authorities. */
  readonly pages?: readonly { readonly href: string; readonly text: string }[];
}
export interface QuestionGroup {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly Question[];
}

const contact = { to: paths.contact, text: "Écrire à l'équipe" };

export const questionGroups: readonly QuestionGroup[] = [
  {
    id: 'identite',
    title: 'Identité et compte',
    questions: [
      {
        id: 'pourquoi-verifier',
        question: "Pourquoi faut-il une pièce d'identité ?",
        answer: [
          "On confie un colis à quelqu'un, ou on passe une frontière avec celui d'un autre : chacun doit savoir que l'autre existe vraiment.",
          "Vous envoyez un passeport ou une carte nationale d'identité, et une photo de votre visage. Un administrateur compare les deux.",
        ],
      },
      {
        id: 'delai-verification',
        question: 'Combien de temps prend la vérification ?',
        answer: [
          'De 24 à 48 heures en général. Vous recevez un email dès que la décision est prise. En attendant, vous pouvez parcourir les colis et les trajets.',
        ],
      },
      {
        id: 'qui-voit-documents',
        question: 'Qui voit mes documents ?',
        answer: [
          "Les administrateurs chargés de la vérification, et personne d'autre. Chaque consultation est inscrite dans un journal, avec son auteur et son heure.",
          "Les autres membres ne voient que le résultat : « identité vérifiée ». Aucune reconnaissance faciale automatique n'est faite.",
        ],
        link: { to: `${paths.privacy}#identite`, text: 'Ce que deviennent vos documents' },
      },
      {
        id: 'documents-refuses',
        question: 'Mes documents ont été refusés, que faire ?',
        answer: [
          'Le motif vous est donné : photo floue, document expiré, visage caché… Reprenez la photo à la lumière du jour, document entier et lisible, puis renvoyez-la depuis le bandeau en haut du site.',
          'Formats acceptés : JPG, PNG ou PDF pour la pièce, JPG ou PNG pour le visage, 5 Mo au plus.',
        ],
      },
      {
        id: 'telephone-visible',
        question: 'Mon téléphone est-il visible ?',
        answer: [
          "Non, sauf si vous choisissez de l'afficher. Quand une livraison est en cours entre deux membres, chacun voit le téléphone de l'autre pour se retrouver.",
        ],
      },
      {
        id: 'compte-bloque',
        question: 'Pourquoi mon compte est-il bloqué ?',
        answer: [
          "Un administrateur bloque un compte en cas de fraude, de colis interdit ou de danger pour les membres ; le motif vous est donné par email. Si vous pensez que c'est une erreur, suivez le lien « Contester cette décision » de cet email : un autre administrateur vous répond.",
        ],
        link: { to: `${paths.terms}#moderation`, text: 'Nos décisions, et comment les contester' },
      },
      {
        id: 'choisir-notifications',
        question: 'Comment choisir ce que je reçois ?',
        answer: [
          'Dans votre profil, onglet Paramètres, « Notifications » : pour chaque sujet, des emails ou non, et des notifications sur vos appareils ou non. Les emails qui concernent la sécurité de votre compte sont toujours envoyés.',
        ],
      },
      {
        id: 'mes-donnees',
        question: 'Comment recevoir une copie de mes données ?',
        answer: [
          'Dans votre profil, onglet Paramètres, « Demander mes données ». Vous recevez un email en quelques minutes ; son lien, valable une heure, vous donne un ou plusieurs fichiers ZIP : profil, annonces, livraisons, messages, avis, paiements, et vos fichiers.',
          "Des autres membres, vous n'y trouvez que le prénom et un identifiant. Vous pouvez demander deux archives par jour ; chacune est effacée au bout d'un jour ou deux.",
        ],
        link: { to: `${paths.privacy}#droits`, text: 'Vos droits' },
      },
      {
        id: 'fermer-compte',
        question: 'Comment fermer mon compte et effacer mes données ?',
        answer: [
          "Une fois vos livraisons en cours terminées, ouvrez votre profil, onglet « Paramètres », et choisissez « Supprimer mon compte ». Votre profil et vos annonces disparaissent aussitôt. Pendant 14 jours, il suffit de vous connecter pour annuler ; ensuite tout est effacé pour toujours. Passé le délai de rétractation de 14 jours, un abonnement en cours n'est pas remboursé ; avant, renoncez d'abord au contrat, sur la page « Moyen de paiement ».",
          'Les membres à qui vous avez écrit gardent vos messages, sous le nom « Ancien membre ». La politique de confidentialité dit ce qui reste, et combien de temps.',
        ],
        link: { to: `${paths.privacy}#droits`, text: 'Vos droits' },
      },
    ],
  },
  {
    id: 'colis-et-douane',
    title: 'Colis interdits et douane',
    questions: [
      {
        id: 'interdits',
        question: "Qu'est-ce qu'il est interdit d'envoyer ?",
        answer: [`${forbiddenGoods.join(' · ')}.`, seenContents],
        link: { to: `${paths.terms}#interdits`, text: 'Les conditions générales' },
      },
      {
        id: 'ouvrir-colis',
        question: 'Le voyageur peut-il ouvrir mon colis ?',
        answer: [
          `Oui. ${seenContents} C'est lui qui en répond à la frontière. Il compare avec vous le contenu à la liste que vous avez déclarée. Préparez un colis facile à ouvrir et refermez-le ensemble après l'avoir vérifié.`,
        ],
      },
      {
        id: 'douane-responsable',
        question: 'Qui répond du colis devant la douane ?',
        answer: [
          "Celui qui passe la frontière avec lui. L'expéditeur lui donne la liste du contenu et les factures ; le voyageur déclare ce qui doit l'être. Les droits et taxes sont à la charge de l'expéditeur, sauf si vous en décidez autrement ensemble ; gardez la quittance.",
        ],
        link: { to: `${paths.terms}#douane`, text: 'La douane en détail' },
      },
      {
        id: 'vers-algerie',
        question: 'Que puis-je faire parvenir en Algérie ?',
        answer: [
          "Ce que l'on envoie le plus : papiers ordinaires, vêtements, chocolat, petits cadeaux, en quantité familiale.",
          ...intoAlgeria,
          'Les armes, les contrefaçons et les dinars sont refusés aussi. Vérifiez auprès de la douane algérienne (douane.gov.dz).',
          `Vérifié le ${shortDay(checkedOn)}.`,
        ],
      },
      {
        id: 'vers-france',
        question: "Que puis-je faire parvenir en France depuis l'Algérie ?",
        answer: [
          ...intoFrance,
          ...outOfAlgeria,
          "La viande, le lait et leurs produits sont interdits ; les végétaux, le tabac et l'alcool ont leurs règles. Vérifiez auprès de la douane française (douane.gouv.fr).",
          `Vérifié le ${shortDay(checkedOn)}.`,
        ],
      },
      {
        id: 'medicaments',
        question: 'Puis-je envoyer des médicaments ?',
        answer: [
          `Vers l'Algérie, non. ${medicinesIntoAlgeria}`,
          `Ailleurs, seulement un traitement prescrit, avec son ordonnance dans le colis, et si le voyageur l'accepte. ${medicinesOutOfAlgeria}`,
        ],
      },
    ],
  },
  {
    id: 'paiement',
    title: 'Prix et abonnement',
    questions: [
      {
        id: 'prix-transport',
        question: 'Combien coûte le transport ?',
        answer: [
          'Vous le fixez à deux, selon le poids, la place et le trajet. Le prix indiqué sur un colis ou un trajet est une proposition, « Prix à convenir » veut dire que vous en parlerez par la messagerie. Chacun peut proposer un prix depuis la conversation : la proposition vaut 48 heures, mais pas après la date limite du colis, et le prix accepté est noté sur la page de suivi.',
        ],
      },
      {
        id: 'complet',
        question: 'Que veut dire « Complet » ?',
        answer: ['Les kilos de ce trajet sont réservés. Si un accord prend fin, il redevient disponible de lui-même.'],
      },
      {
        id: 'comment-payer',
        question: 'Comment payer le voyageur ?',
        answer: [
          "Directement, comme vous l'avez décidé ensemble : le service n'encaisse rien et ne garde aucune somme. Nous conseillons de payer à la livraison, quand le colis est arrivé, et jamais d'avance à quelqu'un que vous n'avez pas rencontré. Le prix convenu reste affiché sur la page de suivi, et ne change que si vous le voulez tous les deux.",
        ],
      },
      {
        id: 'impots',
        question: "L'argent gagné en transportant est-il imposable ?",
        answer: [
          "Cela dépend de votre pays et de ce que vous gagnez. Le service note le prix que vous acceptez tous les deux, mais ne voit pas vos paiements et ne déclare rien à votre place : renseignez-vous auprès de l'administration fiscale du pays où vous habitez.",
          sharedCosts,
        ],
        pages: [
          {
            href: 'https://www.impots.gouv.fr/portail/economie-collaborative-et-plateformes-numeriques',
            text: 'En France : impots.gouv.fr',
          },
          {
            href: 'https://www.urssaf.fr/portail/home/espaces-dedies/activites-relevant-de-leconomie.html',
            text: 'En France : urssaf.fr',
          },
        ],
      },
      {
        id: 'abonnement',
        question: "Faut-il payer l'abonnement de 5000 DA ?",
        answer: [
          `L'abonnement annuel coûte ${yearPrice(operator.subscriptionEuro)} et dure 12 mois, sans reconduction automatique. La page « Moyen de paiement » dit à tout moment s'il est nécessaire, ou si le service est encore gratuit.`,
          withdrawalRight,
          "Le jour à partir duquel il est nécessaire est annoncé au moins 30 jours à l'avance, sur cette page et par email, et vaut pour tous les membres. Vos livraisons en cours et vos conversations continuent jusqu'au bout, avec ou sans abonnement.",
        ],
        link: { to: paths.paymentMethods, text: "L'abonnement et nos coordonnées bancaires" },
      },
      {
        id: 'assurance',
        question: 'Mon colis est-il assuré ?',
        answer: [
          "Non. L'accord est conclu entre les deux membres ; n'envoyez rien d'irremplaçable ni de grande valeur. Les photos montrent l'état du colis au départ et à l'arrivée.",
        ],
      },
    ],
  },
  {
    id: 'livraison',
    title: 'Livraison et problèmes',
    questions: [
      {
        id: 'choisir-transporteur',
        question: 'Comment choisir un transporteur ?',
        answer: [
          'Regardez son trajet, ses avis et depuis quand il est membre, puis échangez par la messagerie. Vous acceptez sa proposition, ou vous le choisissez et il accepte : le colis lui est alors réservé.',
        ],
      },
      {
        id: 'message-retenu',
        question: 'Pourquoi mon message a-t-il été retenu ?',
        answer: [
          "Il contient peut-être des coordonnées, un compte ou une demande de paiement d'avance. Avant un accord, nous vous le faisons remarquer une fois : « Envoyer quand même » l'envoie tel quel, et rien n'est retenu contre vous. Une fois d'accord, vos numéros sont partagés d'eux-mêmes. Si un message vous demande de l'argent d'avance, nous vous le signalons.",
        ],
      },
      {
        id: 'sans-reponse',
        question: 'Et si personne ne répond ?',
        answer: [
          'Une proposition dure 48 heures. Ensuite le colis est de nouveau proposé à tous, et nous vous prévenons.',
          "Si un colis confié n'est pas récupéré, l'accord prend fin quatre jours après la date limite, ou après le jour du trajet s'il est plus tard. Un colis déjà en route n'est jamais annulé : nous vous prévenons tous les deux s'il est en retard.",
        ],
      },
      {
        id: 'plus-lourd',
        question: 'Le colis est plus lourd que prévu ?',
        answer: [
          "Avant que le colis soit récupéré, l'un propose un nouveau poids ou un nouveau prix avec « Modifier l'accord », l'autre accepte ou refuse. Après, l'accord ne change plus.",
        ],
      },
      {
        id: 'photos-remise',
        question: 'Pourquoi des photos à chaque étape ?',
        answer: [
          "Le voyageur photographie le colis quand il le prend et quand il le livre, d'une à six photos à chaque fois. Le service les date et elles ne se modifient plus. L'expéditeur et le voyageur peuvent les voir ; en cas de problème, les administrateurs aussi, et chaque consultation est inscrite dans un journal.",
        ],
      },
      {
        id: 'code-livraison',
        question: 'À quoi sert le code de livraison ?',
        answer: [
          "L'expéditeur peut le demander sur la page « Suivre la livraison ». Il le lit dès que le colis est en route, et l'envoie à la personne qui reçoit le colis. Elle le donne au voyageur une fois le colis en main, jamais avant, même au téléphone.",
          "Le voyageur qui ne l'a pas déclare la livraison sans code, avec une photo. L'expéditeur confirme alors ; sans réponse de sa part, la livraison est confirmée après trois jours.",
        ],
      },
      {
        id: 'suivre',
        question: 'Comment suivre mon colis ?',
        answer: [
          "La page « Suivre la livraison », depuis « Mes colis », avance d'elle-même à chaque étape : récupéré, en transit, livré. Le voyageur peut y indiquer dans quelle ville il se trouve.",
        ],
        link: { to: paths.myParcels, text: 'Mes colis' },
      },
      {
        id: 'destinataire',
        question: 'La personne qui reçoit le colis peut-elle le suivre ?',
        answer: [
          "Oui, sans compte, en français ou en arabe. Dès que vous êtes d'accord tous les deux, l'expéditeur trouve « Envoyer le lien de suivi » sur la page de suivi. Qui a ce lien voit les étapes, les villes et vos deux prénoms, mais ni le contenu, ni le prix, ni un téléphone. Il s'arrête 30 jours après la fin ; si l'accord prend fin avant, il ne dit plus que cela.",
          "Le nom, le téléphone et l'adresse de cette personne se disent dans la conversation : le service ne les demande pas.",
        ],
        link: { to: paths.myParcels, text: 'Mes colis' },
      },
      {
        id: 'alertes',
        question: "Comment être prévenu d'un nouveau colis ou trajet ?",
        answer: [
          "Lancez une recherche, puis « Créer une alerte ». Dès qu'une annonce validée y correspond, elle arrive dans vos notifications, par email si vous le voulez, et sur vos appareils. Vous pouvez avoir 10 alertes ; chacune s'arrête d'elle-même au bout de 180 jours, ou à la date de votre annonce.",
        ],
        link: { to: paths.alerts, text: 'Mes alertes' },
      },
      {
        id: 'colis-en-attente',
        question: "Mon colis ou mon trajet n'apparaît pas dans la recherche, pourquoi ?",
        answer: [
          'Chaque publication est validée par un administrateur, en général sous 24 à 48 heures. Son état est affiché dans « Mes colis » ou « Mes trajets », avec le motif en cas de refus.',
        ],
      },
      {
        id: 'changer-avis',
        question: "Puis-je changer d'avis ?",
        answer: [
          "Oui, tant que le colis n'est pas récupéré : l'expéditeur peut annuler ce colis ou retirer le transporteur, le voyageur peut se retirer, et le colis redevient alors disponible. Prévenez l'autre par la messagerie.",
          "Une fois le colis en route, chacun des deux peut demander son retour depuis la page de suivi ; l'expéditeur confirme quand il l'a de nouveau.",
        ],
      },
      {
        id: 'pas-arrive',
        question: 'Le transporteur dit avoir livré, et moi non : que faire ?',
        answer: [
          "Une livraison déclarée sans code attend votre réponse trois jours. Demandez à la personne qui devait le recevoir, puis signalez un problème : rien n'est alors confirmé sans vous, jusqu'à notre décision.",
          'Si vous avez laissé passer les trois jours, un problème se signale encore pendant 14 jours.',
        ],
        link: { to: paths.myParcels, text: 'Mes colis' },
      },
      {
        id: 'probleme',
        question: "Le colis n'arrive pas, ou il est abîmé : que faire ?",
        answer: [
          "Écrivez d'abord à l'autre membre par la messagerie. Sans réponse, « Signaler un problème » sur la page de suivi lui dit ce qui s'est passé, et nous prévient. Vous ajoutez tous les deux des photos. Celui qui l'a signalé peut dire à tout moment qu'il est résolu.",
          "L'autre membre a trois jours pour répondre. Ensuite notre équipe lit les photos et vos messages au sujet de ce colis, et décide de la suite de la livraison : livré, rendu, perdu, saisi par la douane. Vous lisez tous les deux le motif, et chacun peut contester. Un problème se signale jusqu'à 14 jours après la fin.",
          "Les membres répondent entre eux de leur accord ; en cas de vol ou d'escroquerie, portez plainte : les étapes et les photos restent sur la page de suivi, pour vous deux.",
        ],
        link: contact,
      },
    ],
  },
  {
    id: 'securite',
    title: 'Signaler, bloquer',
    questions: [
      {
        id: 'signaler',
        question: 'Comment signaler une annonce ou un membre ?',
        answer: [
          "« Signaler » se trouve dans chaque annonce, sous la carte d'un membre, près de chaque avis et dans le menu d'une conversation. Sans compte, suivez « Signaler un contenu », en bas de chaque page. Choisissez ce qui se passe et expliquez-le en quelques mots.",
          'Vous recevez une référence, puis notre décision et son motif par email, en général sous 48 heures. La personne visée ne sait pas que le signalement vient de vous.',
          `En cas de danger immédiat : ${callPoliceFirst()}`,
        ],
        link: { to: `${paths.terms}#moderation`, text: 'Ce que nous contrôlons, et comment' },
      },
      {
        id: 'bloquer',
        question: "L'autre membre sait-il que je l'ai bloqué ?",
        answer: [
          "Non : nous ne l'en prévenons pas. Il lit que vous n'êtes plus disponible, ne peut plus vous écrire, ni ouvrir votre profil et vos annonces. « Bloquer ce membre » se trouve sur son profil et dans le menu de la conversation.",
          "Une livraison que vous avez en cours ensemble continue : vous pouvez encore vous écrire à son sujet, et noter l'autre après la livraison. Vos annonces restent dans la recherche, qui est la même pour tous.",
        ],
        link: { to: paths.profile, text: 'Débloquer un membre, dans vos paramètres' },
      },
    ],
  },
];
