import type { RenderedApp } from './render-app.tsx';

/**
 * Every French text that product 1.5 (rules) and product 1.8 (errors) give. `texts.test.tsx` holds a cause for each.
 */
export const provokedTexts = {
  'product 1.5, sign-in': ['Email invalide', 'Le mot de passe doit contenir au moins 6 caractères'],
  'product 1.5, sign-up': [
    'Le nom est requis',
    'Le prénom est requis',
    'Numéro de téléphone invalide',
    'Les mots de passe ne correspondent pas',
    'La taille du fichier doit être inférieure à 5MB',
    'Format non supporté : choisissez un fichier JPG, PNG ou PDF.',
    'Format non supporté : choisissez une photo JPG ou PNG.',
    "Veuillez fournir une pièce d'identité",
    'Veuillez fournir une photo de visage',
    "Documents manquants (pièce d'identité ou photo de visage)",
  ],
  'product 1.5, passwords': [
    'Veuillez fournir une adresse email',
    'Le mot de passe doit contenir au moins 8 caractères',
    'Le mot de passe doit contenir au moins une majuscule',
    'Le mot de passe doit contenir au moins une minuscule',
    'Le mot de passe doit contenir au moins un chiffre',
    'Ce mot de passe est trop courant. Choisissez-en un autre.',
    'Le mot de passe ne doit pas reprendre votre nom ou votre adresse email',
    'Le mot de passe doit contenir au plus 128 caractères',
  ],
  'product 1.5, avatar': ['Type de fichier non supporté', 'Fichier trop volumineux'],
  'product 1.5, reviews': [
    'Vous ne pouvez pas vous évaluer vous-même',
    'Vous devez être connecté pour laisser un avis',
    'Vous avez déjà évalué ce membre. Modifiez votre avis.',
    'Ce texte est trop long (1000 caractères au maximum)',
  ],
  'product 1.5, documents after sign-up': ['Documents manquants'],
  'product 1.8, sign-up': [
    "Limite d'envoi d'emails atteinte",
    'Veuillez attendre quelques minutes avant de réessayer.',
    "Problème d'envoi d'email",
    "Votre compte a été créé, mais vous ne recevrez pas d'email de confirmation.",
    'Cet email est déjà associé à un compte. Veuillez vous connecter.',
    "Erreur lors de l'upload des documents. Vérifiez la taille et le format des fichiers.",
    "Échec de la création de l'utilisateur",
    "Erreur d'inscription",
    "Une erreur est survenue lors de l'inscription",
    "Une erreur s'est produite lors de l'inscription.",
    'Inscription partiellement réussie',
    'Compte créé',
    'Ajoutez vos documents dès votre première connexion : ils sont nécessaires pour publier et transporter.',
  ],
  'product 1.8, sign-in and sign-out': [
    'Erreur de connexion',
    'Email ou mot de passe incorrect',
    "Votre adresse email n'est pas encore confirmée.",
    'Votre compte est bloqué. Contactez-nous pour en savoir plus.',
    'Trop de tentatives. Veuillez attendre quelques minutes.',
    'Trop de tentatives. Veuillez attendre ',
    'Beaucoup de personnes partagent votre adresse internet.',
    'Impossible de vous déconnecter. Veuillez réessayer.',
    'Oublier ce compte sur cet appareil',
    'Déconnecté de cet appareil',
    "La session prend fin d'elle-même dans les 30 jours.",
    'Connexion réussie',
    'Déconnexion réussie',
  ],
  'product 1.8, password reset': [
    "Impossible d'envoyer l'email de réinitialisation",
    "Échec d'envoi de l'email.",
    'Session invalide ou expirée',
    'Le lien de réinitialisation a expiré',
    'Lien de réinitialisation invalide ou expiré',
    'Une erreur est survenue lors de la mise à jour du mot de passe',
  ],
  'product 1.8, profile and camera': [
    'Erreur caméra',
    'Une erreur est survenue lors de la mise à jour du profil',
    'Impossible de charger vos informations de profil',
    'Vous devez être connecté pour accéder à cette page',
    'Impossible de charger les avis',
    'Photo non enregistrée',
    'Photo non supprimée',
  ],
  'product 1.8, new address': [
    'Adresse non modifiée',
    "C'est l'adresse qui refuse nos emails",
    "Cette adresse est déjà celle d'un autre compte.",
    "Votre adresse n'a pas pu être modifiée. Réessayez dans un instant.",
    "Ce lien n'est pas valable ou a déjà été utilisé.",
  ],
  'product 1.8, public profile': [
    'Erreur de chargement',
    'Tentatives: 3/3',
    'Délai dépassé pour le chargement du profil',
    'Profil introuvable',
    "Le profil que vous recherchez n'existe pas ou a été supprimé.",
    'Profil non trouvé',
    'ID utilisateur manquant',
    'Problème de connexion. Veuillez vérifier votre connexion internet.',
    "Impossible de charger le profil de l'utilisateur.",
  ],
  'product 1.8, friends': [
    'Erreur',
    'Vous devez être connecté pour ajouter un ami',
    'Ami ajouté',
    "Cet utilisateur a été ajouté à votre liste d'amis",
    "Impossible d'ajouter cet utilisateur à votre liste d'amis",
    "Une erreur s'est produite lors de l'ajout de cet ami",
    'Ami retiré',
    "Cet utilisateur a été retiré de votre liste d'amis",
    "Impossible de retirer cet utilisateur de votre liste d'amis",
    "Une erreur s'est produite lors de la suppression de cet ami",
  ],
} as const;

type Text = (typeof provokedTexts)[keyof typeof provokedTexts][number];

/**
 * One way to bring texts onto the screen: `open` prepares and returns the address, `act` is what the person does there.
 */
export interface Case {
  readonly texts: readonly Text[];
  readonly cause: string;
  readonly open: string | ((app: RenderedApp) => Promise<string>);
  readonly act?: (app: RenderedApp) => Promise<void>;
}

/**
 * Texts that rule 26 takes back from product 1.8: they would tell strangers who has an account, or members of our
 * settings.
 */
export const neverShown = [
  'Adresse email non trouvée. Veuillez vérifier votre saisie.',
  "Configuration du service d'emails incomplète. Veuillez contacter l'administrateur.",
] as const;
