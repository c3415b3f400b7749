/** Text of a message: `title` is the toast's title, `detail` its description (product 1.8, product 2.8). */
export interface Sentence {
  readonly title: string;
  readonly detail: string;
}

/** The rest of a wait in words: « une minute », « 48 minutes », « 5 heures ». */
export function waitWords(seconds: number): string {
  if (seconds <= 60) return 'une minute';
  return seconds <= 90 * 60 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} heures`;
}

export const crowdedTitle = 'Trop de demandes depuis votre réseau';

/** Refusals that the browser also raises itself when no server has answered. It loads no other texts. */
export const generalSentences = {
  INVALID: { title: 'Saisie à corriger', detail: 'Certaines informations sont absentes ou incorrectes.' },
  OTHER_RELEASE: {
    title: 'Nouvelle version du site',
    detail: "Le site a changé depuis l'ouverture de cette page. Rechargez la page dans un instant, puis réessayez.",
  },
  SIGNED_OUT: { title: 'Connexion requise', detail: 'Connectez-vous pour continuer.' },
  NOT_ALLOWED: { title: 'Accès refusé', detail: 'Vous ne pouvez pas faire cela.' },
  NOT_FOUND: { title: 'Introuvable', detail: "Cet élément n'existe pas ou n'est plus disponible." },
  TOO_LARGE: { title: 'Contenu trop volumineux', detail: 'Le contenu envoyé est trop volumineux.' },
  TOO_MANY: { title: 'Trop de tentatives', detail: 'Trop de tentatives. Veuillez attendre quelques minutes.' },
  FAULT: { title: 'Erreur', detail: 'Une erreur est survenue. Veuillez réessayer.' },
  UNAVAILABLE: {
    title: 'Service indisponible',
    detail: 'Le service est momentanément indisponible. Réessayez dans un instant.',
  },
} as const satisfies Readonly<Record<string, Sentence>>;
