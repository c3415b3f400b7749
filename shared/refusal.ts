import { generalSentences, type Sentence } from './client-refusals.ts';
import { needsSubscription } from './subscriptions/words.ts';

/** Every expected "no" and its HTTP status. Codes are stable: clients decide by the code, people read the sentences. */
export const refusals = {
  INVALID: 400,
  /** The request is of another release, with a field that this one does not have. */
  OTHER_RELEASE: 400,
  IDEMPOTENCY_KEY_REQUIRED: 400,
  SIGNED_OUT: 401,
  SESSION_REVOKED: 401,
  PROFILE_BLOCKED: 403,
  PROFILE_LEAVING: 403,
  PROFILE_NOT_APPROVED: 403,
  EMAIL_NOT_CONFIRMED: 403,
  SUBSCRIPTION_NEEDED: 403,
  ADMIN_REQUIRED: 403,
  ROOT_ADMIN_REQUIRED: 403,
  SECOND_FACTOR: 403,
  SELF_ACTION: 403,
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  PARCEL_UNAVAILABLE: 404,
  STATE_CHANGED: 409,
  ALREADY_ASSIGNED: 409,
  ALREADY_DECIDED: 409,
  ALREADY_VERIFIED: 409,
  CONTENT_CHANGED: 409,
  PHOTO_REQUIRED: 409,
  CODE_WRONG: 409,
  EMAIL_TAKEN: 409,
  ALREADY_ADMINISTRATOR: 409,
  OTHER_NOT_APPROVED: 409,
  PARCEL_IN_HAND: 409,
  STILL_ADMINISTRATOR: 409,
  RECIPIENT_UNAVAILABLE: 409,
  ROOT_ADMIN_PROTECTED: 409,
  USE_RETURN: 409,
  TRIP_UNAVAILABLE: 409,
  OFFER_OVER: 409,
  CONTACT_WARNING: 409,
  PAYMENT_WARNING: 409,
  LIMIT: 409,
  IN_PROGRESS: 409,
  INVALID_LINK: 410,
  EXPIRED_LINK: 410,
  STALE: 412,
  TOO_LARGE: 413,
  WRONG_TYPE: 415,
  KEY_REUSED: 422,
  FILE_REFUSED: 422,
  DOCUMENTS_FAILED: 422,
  VERSION_REQUIRED: 428,
  TOO_MANY: 429,
  FAULT: 500,
  UNAVAILABLE: 503,
} as const;

export type RefusalCode = keyof typeof refusals;

export interface RefusalDetails {
  /** Body path -> French sentence, for forms. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The current state of the resource, when the caller acted on an older version. */
  readonly current?: unknown;
  readonly retryAfterSeconds?: number;
}

/**
 * An expected "no". The pipeline turns it into problem+json, the browser shows its sentence. Any other exception is a
 * fault.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly sentence: Sentence;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, sentence: Sentence = defaultSentences[code], details: RefusalDetails = {}) {
    super(`${code}: ${sentence.detail}`);
    this.name = 'Refusal';
    this.code = code;
    this.sentence = sentence;
    this.details = details;
  }
}

/** Body of every refusal: application/problem+json (RFC 9457) with a stable `code`. */
export interface Problem extends Sentence, Pick<RefusalDetails, 'fields' | 'current'> {
  readonly type: 'about:blank';
  readonly status: number;
  readonly code: RefusalCode;
}

const defaultSentences: Readonly<Record<RefusalCode, Sentence>> = {
  ...generalSentences,
  IDEMPOTENCY_KEY_REQUIRED: { title: 'Page à recharger', detail: 'Rechargez la page, puis réessayez.' },
  SESSION_REVOKED: { title: 'Session terminée', detail: 'Votre session a pris fin. Reconnectez-vous pour continuer.' },
  PROFILE_BLOCKED: { title: 'Compte bloqué', detail: 'Votre compte est bloqué. Contactez-nous pour en savoir plus.' },
  PROFILE_LEAVING: {
    title: 'Compte en cours de suppression',
    detail: 'Vous avez demandé la suppression de votre compte. Annulez-la pour continuer.',
  },
  PROFILE_NOT_APPROVED: {
    title: 'Profil non vérifié',
    detail: 'Cette action est possible dès que votre identité est vérifiée (24 à 48 heures).',
  },
  EMAIL_NOT_CONFIRMED: { title: 'Email non confirmé', detail: 'Confirmez votre adresse email pour vous connecter.' },
  SUBSCRIPTION_NEEDED: {
    title: 'Abonnement nécessaire',
    detail: `${needsSubscription} Un paiement envoyé est vérifié sous 24 heures ouvrées.`,
  },
  ADMIN_REQUIRED: { title: 'Accès refusé', detail: 'Cette action est réservée aux administrateurs.' },
  ROOT_ADMIN_REQUIRED: { title: 'Accès refusé', detail: "Cette action est réservée à l'administrateur principal." },
  SECOND_FACTOR: {
    title: "Confirmez que c'est bien vous",
    detail: "Saisissez le code de votre application d'authentification pour continuer.",
  },
  SELF_ACTION: { title: 'Action impossible', detail: 'Cette action est impossible sur votre propre compte.' },
  STATE_CHANGED: {
    title: 'Situation modifiée',
    detail: 'La situation a changé entre-temps : regardez où elle en est.',
  },
  ALREADY_ASSIGNED: { title: 'Colis déjà attribué', detail: 'Ce colis a déjà un transporteur.' },
  ALREADY_DECIDED: { title: 'Déjà traité', detail: 'Cet élément a déjà été traité.' },
  ALREADY_VERIFIED: { title: 'Identité déjà vérifiée', detail: 'Votre identité est déjà vérifiée.' },
  CONTENT_CHANGED: {
    title: 'Contenu modifié',
    detail: 'Le contenu a changé depuis son affichage. Relisez-le avant de décider.',
  },
  PHOTO_REQUIRED: { title: 'Photo requise', detail: 'Veuillez prendre une photo avant de valider' },
  CODE_WRONG: { title: 'Code incorrect', detail: 'Trop de codes incorrects : déclarez la livraison sans code.' },
  EMAIL_TAKEN: {
    title: "Erreur d'inscription",
    detail: 'Cet email est déjà associé à un compte. Veuillez vous connecter.',
  },
  ALREADY_ADMINISTRATOR: { title: 'Erreur', detail: 'Cet email est déjà administrateur.' },
  OTHER_NOT_APPROVED: {
    title: 'Profil non vérifié',
    detail: "L'identité de l'autre membre n'est pas encore vérifiée.",
  },
  PARCEL_IN_HAND: {
    title: 'Livraison en cours',
    detail: "Une livraison est en cours. Le compte pourra être supprimé dès qu'elle sera terminée.",
  },
  STILL_ADMINISTRATOR: {
    title: 'Action impossible',
    detail: "Ce membre est administrateur. Retirez d'abord ses droits.",
  },
  RECIPIENT_UNAVAILABLE: { title: 'Membre indisponible', detail: "Ce membre n'est plus disponible." },
  PARCEL_UNAVAILABLE: {
    title: 'Impossible de charger les données du colis',
    detail: "Ce colis n'existe pas, ou son annonce n'est plus disponible.",
  },
  ROOT_ADMIN_PROTECTED: { title: 'Action impossible', detail: "L'administrateur principal est protégé." },
  USE_RETURN: {
    title: 'Colis en route',
    detail: 'Le colis est déjà en route : il ne peut plus être annulé. Demandez son retour.',
  },
  TRIP_UNAVAILABLE: {
    title: 'Trajet indisponible',
    detail: "Ce trajet n'est plus proposé. Choisissez-en un autre, ou continuez sans trajet.",
  },
  OFFER_OVER: {
    title: 'Proposition terminée',
    detail:
      "Cette proposition n'est plus valable : elle a expiré, a été retirée ou remplacée, ou un autre accord a été conclu.",
  },
  CONTACT_WARNING: {
    title: 'Coordonnées dans votre message',
    detail:
      "Avant votre accord, restez ici : en cas de problème, nous ne voyons que cette messagerie. Vos numéros sont partagés d'eux-mêmes dès que vous êtes d'accord tous les deux.",
  },
  PAYMENT_WARNING: {
    title: "Paiement d'avance",
    detail:
      "Rien ne se paie avant que le colis soit remis en main propre : un coupon, un mandat ou un virement d'avance ne se récupère pas.",
  },
  LIMIT: { title: 'Limite atteinte', detail: 'Vous avez atteint la limite autorisée.' },
  IN_PROGRESS: {
    title: 'Traitement en cours',
    detail: 'Votre demande est en cours de traitement. Patientez un instant.',
  },
  INVALID_LINK: { title: 'Lien invalide', detail: "Ce lien n'est pas valable ou a déjà été utilisé." },
  EXPIRED_LINK: { title: 'Lien expiré', detail: 'Ce lien a expiré. Demandez-en un nouveau.' },
  STALE: { title: 'Contenu modifié', detail: 'Le contenu a changé entre-temps. Rechargez-le avant de le modifier.' },
  WRONG_TYPE: { title: 'Format non supporté', detail: 'Rechargez la page, puis réessayez.' },
  KEY_REUSED: { title: 'Page à recharger', detail: 'Rechargez la page, puis réessayez.' },
  FILE_REFUSED: { title: 'Fichier refusé', detail: "Ce fichier n'a pas pu être accepté." },
  DOCUMENTS_FAILED: {
    title: 'Inscription partiellement réussie',
    detail: "Erreur lors de l'upload des documents. Vérifiez la taille et le format des fichiers.",
  },
  VERSION_REQUIRED: { title: 'Page à recharger', detail: 'Rechargez la page, puis réessayez.' },
};
