import { crowdedTitle, type Sentence, waitWords } from '#shared/client-refusals.ts';
import { paths } from '#shared/site/paths.ts';
import { ApiProblem, failed } from '#web/lib/api/problem.ts';
import type { PageQuery } from '#web/lib/use-page-query.ts';

interface Act {
  readonly title: string;
  readonly otherwise: string;
  readonly uncertain?: string;
  readonly codes?: Partial<Record<ApiProblem['code'], Words>>;
}

type Words = Omit<Sentence, 'detail'> & { readonly detail: string | ((problem: ApiProblem) => string) };

/** The sentences of product 1.8, with the actual wait if the server gives it. */
const waitOf = ({ retryAfterSeconds }: ApiProblem) =>
  retryAfterSeconds === undefined ? 'quelques minutes' : waitWords(retryAfterSeconds);
const after = (problem: ApiProblem) => `Veuillez attendre ${waitOf(problem)} avant de réessayer.`;

export const missingDocument = {
  idDocument: "Veuillez fournir une pièce d'identité",
  facePhoto: 'Veuillez fournir une photo de visage',
} as const;
export const missingDocuments = "Documents manquants (pièce d'identité ou photo de visage)";

const documentsFailed = "Erreur lors de l'upload des documents. Vérifiez la taille et le format des fichiers.";

const signUpCodes: Act['codes'] = {
  TOO_MANY: { title: "Limite d'envoi d'emails atteinte", detail: after },
  EMAIL_TAKEN: {
    title: "Erreur d'inscription",
    detail: 'Cet email est déjà associé à un compte. Veuillez vous connecter.',
  },
  KEY_REUSED: { title: "Erreur d'inscription", detail: "Une erreur s'est produite lors de l'inscription." },
};

/** Texts of each act's failures (product 1.8). */
const acts = {
  signUp: {
    title: "Erreur d'inscription",
    otherwise: "Une erreur est survenue lors de l'inscription",
    uncertain:
      "Nous n'avons pas reçu de réponse : votre compte est peut-être créé. Vérifiez votre boîte mail. Si notre email n'y est pas, réessayez.",
    codes: signUpCodes,
  },
  signUpByLink: {
    title: "Erreur d'inscription",
    otherwise: "Une erreur est survenue lors de l'inscription",
    uncertain:
      "Nous n'avons pas reçu de réponse : votre compte est peut-être créé. Réessayez, ou connectez-vous avec votre nouveau mot de passe.",
    codes: signUpCodes,
  },
  documents: {
    title: 'Documents non envoyés',
    otherwise: documentsFailed,
    codes: {
      TOO_LARGE: { title: 'Documents non envoyés', detail: documentsFailed },
      WRONG_TYPE: { title: 'Documents non envoyés', detail: documentsFailed },
    },
  },
  passwordRequest: {
    title: 'Erreur',
    otherwise: "Impossible d'envoyer l'email de réinitialisation",
    codes: {
      TOO_MANY: {
        title: "Échec d'envoi de l'email.",
        detail: (problem) => `Trop de tentatives. Veuillez attendre ${waitOf(problem)}.`,
      },
      NOT_FOUND: {
        title: "Échec d'envoi de l'email.",
        detail: 'Adresse email non trouvée. Veuillez vérifier votre saisie.',
      },
    },
  },
  newPassword: {
    title: 'Erreur',
    otherwise: 'Une erreur est survenue lors de la mise à jour du mot de passe',
  },
  newEmail: {
    title: 'Adresse non modifiée',
    otherwise: "Votre adresse n'a pas pu être modifiée. Réessayez dans un instant.",
    codes: {
      TOO_MANY: { title: 'Trop de tentatives', detail: after },
    },
  },
  confirmation: {
    title: "Problème d'envoi d'email",
    otherwise: "L'email de confirmation n'a pas pu être envoyé. Réessayez dans un instant.",
    codes: {
      TOO_MANY: { title: "Limite d'envoi d'emails atteinte", detail: after },
    },
  },
  emailProof: {
    title: 'Erreur',
    otherwise: "Votre adresse email n'a pas pu être confirmée. Réessayez dans un instant.",
    codes: {
      TOO_MANY: {
        title: 'Trop de tentatives',
        detail: (problem) =>
          `Trop de tentatives. Veuillez attendre ${waitOf(problem)}, ou choisissez « Je ne connais pas ce mot de passe ».`,
      },
    },
  },
} satisfies Record<string, Act>;

/** The sentence for any error of an act: the catalogue's own, else the server's, else the act's general one. */
export function sentenceOf(name: keyof typeof acts, error: unknown): Sentence {
  const { title, otherwise, uncertain, codes }: Act = acts[name];
  if (!(error instanceof ApiProblem)) return { title, detail: otherwise };
  if (error.isUncertain) return uncertain ? { title, detail: uncertain } : failed(title, error);
  // Not the member's own doing, and the server names another way.
  const words = error.title === crowdedTitle ? undefined : codes?.[error.code];
  if (!words) {
    const isCrowded = error.title === crowdedTitle;
    return {
      title: isCrowded ? crowdedTitle : failed(title, error).title,
      detail: error.code === 'FAULT' ? otherwise : error.detail,
    };
  }
  return { title: words.title, detail: typeof words.detail === 'string' ? words.detail : words.detail(error) };
}

const documentNames = { idDocument: "Pièce d'identité", facePhoto: 'Photo de visage' } as const;

/** Why documents were not taken, with the reason of each refused file (product 1.2). */
export function documentsProblem(error: unknown): string {
  const fields: Readonly<Record<string, string>> = error instanceof ApiProblem ? error.fields : {};
  const reasons = (['idDocument', 'facePhoto'] as const).flatMap((field) =>
    fields[field] ? [`${documentNames[field]} : ${fields[field]}`] : [],
  );
  return [sentenceOf('documents', error).detail, ...reasons].join(' ');
}

export function deadLinkOf(error: unknown): 'invalid' | 'expired' | undefined {
  const code = error instanceof ApiProblem ? error.code : undefined;
  return code === 'EXPIRED_LINK' ? 'expired' : code === 'INVALID_LINK' ? 'invalid' : undefined;
}

/** Why a visitor is asked to sign in, by the beginning of the address they wanted. */
const reasons: readonly (readonly [start: string, purpose: string])[] = [
  [`${paths.messages}/`, 'pour contacter ce membre'],
  [paths.parcelConversation(''), 'pour contacter ce membre'],
  [paths.memberMissing, 'pour voir ce profil'],
  [paths.memberProfile(''), 'pour voir ce profil'],
  [`${paths.findParcels}?`, 'pour retrouver votre recherche'],
  [paths.sendParcel, 'pour publier votre colis'],
  [paths.transportParcel, 'pour publier votre trajet'],
  [paths.myParcels, 'pour voir vos colis'],
  [paths.myTrips, 'pour voir vos trajets'],
  [paths.messaging, 'pour lire vos messages'],
  [paths.messages, 'pour lire vos messages'],
  [paths.tripRequests, 'pour voir vos demandes'],
  [paths.notifications, 'pour voir vos notifications'],
  [paths.alerts, 'pour voir vos alertes'],
  [paths.delivery(''), 'pour suivre la livraison'],
  [paths.deliverySelection, 'pour voir vos livraisons'],
  [paths.deliveryManagement, 'pour voir vos livraisons'],
  [paths.paymentMethods, 'pour envoyer un justificatif'],
  [paths.confirmEmail, 'pour envoyer vos documents'],
];

/** The act on the find page, by the query of the wanted address. */
function pressed(query: PageQuery<typeof paths.findParcels>): string | undefined {
  const wish = query.get('wish');
  if (wish === 'contact') return 'pour contacter ce membre';
  if (wish === 'profile') return 'pour voir ce profil';
  if (query.has('parcel')) return 'pour voir ce colis';
  if (query.has('trip')) return 'pour voir ce trajet';
  return query.get('alert') === 'new' ? 'pour créer une alerte' : undefined;
}

export function signInReason(path: string): string | undefined {
  if (path === paths.home) return undefined;
  const [page, query] = path.split('?');
  if (page === paths.profile) return 'Vous devez être connecté pour accéder à cette page';
  const purpose =
    (page === paths.findParcels && pressed(new URLSearchParams(query))) ||
    reasons.find(([start]) => path.startsWith(start))?.[1];
  return `Connectez-vous ${purpose ?? 'pour continuer'}.`;
}

export const identityVerified = 'Votre identité est vérifiée.';

/** « a•••@exemple.fr » */
export const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••');
