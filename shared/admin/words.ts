import type { ProfileStatus } from '../accounts/me.ts';
import type { ProblemEnd } from '../deliveries/problem.ts';
import { problemEndLabels, problemLabels } from '../deliveries/words.ts';
import { parcelStatusLabels } from '../parcels/status-words.ts';
import type { Reported, ReportOutcome, ReportRecord } from '../reports/record.ts';
import { outcomeLabel, outcomeLabels, reasonLabels, reportedLabels } from '../reports/words.ts';
import type { AdvertisementPosition } from '../site/contract.ts';
import type { AdminStatus } from '../values/fields.ts';
import { moneyText } from '../values/money.ts';
import { isDay, longDay, shortDay } from '../values/time.ts';
import type { Administrator } from './administrators.ts';
import type { AdminAction, AdminLog, LogTarget } from './contract.ts';

/** A carrier did not take the parcel; the reason is beside it, as its author typed it (rule 190). */
export const refusedAtDoor = {
  label: 'Refusé à la porte',
  corrected: "L'expéditeur a renvoyé l'annonce depuis.",
  unchanged: "L'expéditeur n'a pas encore modifié l'annonce.",
} as const;

/** The mark of a listing in whose text the rule of leaks has found something. */
export const mayLeakText = 'Contient peut-être des coordonnées ou une demande de paiement.';

export const profileStatusLabels: Readonly<Record<ProfileStatus, string>> = {
  pending: 'En attente de validation',
  approved: 'Approuvé',
  rejected: 'Rejeté',
  blocked: 'Bloqué',
};

export const listingStatusLabels: Readonly<Record<AdminStatus, string>> = {
  pending: profileStatusLabels.pending,
  approved: profileStatusLabels.approved,
  rejected: profileStatusLabels.rejected,
};

/** Replaces a decision about the administrator's own things (product 2.6). */
export const otherDecides = (what: 'profil' | 'nom' | 'annonce' | 'paiement' | 'signalement') =>
  `Un autre administrateur décide de ${what === 'signalement' ? 'ce' : 'votre'} ${what}.`;

export const leavingText = (leavesOn: string) =>
  `Suppression demandée par le membre : le compte sera effacé le ${longDay(leavesOn)}.`;

/** Why a listing whose last day passed before a decision is refused. */
export const undecidedReasons = {
  trip: "Nous n'avons pas pu vérifier ce trajet avant son départ. Publiez-le de nouveau avec une autre date.",
  parcel: "Nous n'avons pas pu vérifier ce colis avant sa date limite. Indiquez une autre date et renvoyez-le.",
} as const;

export const targetLabels: Readonly<Record<LogTarget, string>> = {
  profile: 'Profil',
  trip: 'Trajet',
  parcel: 'Colis',
  administrator: 'Administrateur',
  bank: 'Banque',
  advertisement: 'Publicité',
  receipt: 'Paiement',
  review: 'Avis',
  report: 'Signalement',
};

export const adminActionLabels: Readonly<Record<AdminAction, string>> = {
  approveProfile: 'Profil approuvé',
  rejectProfile: 'Profil rejeté',
  blockProfile: 'Profil bloqué',
  unblockProfile: 'Profil débloqué',
  approveName: 'Nouveau nom accepté',
  refuseName: 'Nouveau nom refusé',
  deleteProfile: 'Profil supprimé',
  viewDocument: 'Document consulté',
  approveTrip: 'Trajet approuvé',
  rejectTrip: 'Trajet rejeté',
  deleteTrip: 'Trajet supprimé',
  approveParcel: 'Colis approuvé',
  rejectParcel: 'Colis rejeté',
  deleteParcel: 'Colis supprimé',
  removeReview: 'Avis supprimé',
  viewParcelFile: 'Fichier de colis consulté',
  viewProofs: 'Preuves de colis consultées',
  overrideParcel: 'Livraison débloquée',
  addAdministrator: 'Administrateur ajouté',
  inviteAdministrator: 'Invitation envoyée',
  acceptInvitation: 'Invitation acceptée',
  withdrawInvitation: 'Invitation retirée',
  deactivateAdministrator: 'Administrateur désactivé',
  reactivateAdministrator: 'Administrateur réactivé',
  deleteAdministrator: 'Administrateur supprimé',
  setUpSecondFactor: 'Validation en deux étapes activée',
  resetSecondFactor: 'Validation en deux étapes réinitialisée',
  useRecoveryCode: 'Code de secours utilisé',
  renewRecoveryCodes: 'Codes de secours renouvelés',
  createBank: 'Banque ajoutée',
  updateBank: 'Banque modifiée',
  deleteBank: 'Banque supprimée',
  createAdvertisement: 'Publicité créée',
  updateAdvertisement: 'Publicité modifiée',
  activateAdvertisement: 'Publicité activée',
  deactivateAdvertisement: 'Publicité désactivée',
  deleteAdvertisement: 'Publicité supprimée',
  viewReport: 'Signalement consulté',
  dismissReport: 'Signalement sans suite',
  upholdReport: 'Signalement retenu',
  warnMember: 'Membre averti',
  viewReceipt: 'Reçu de paiement consulté',
  approveReceipt: 'Paiement approuvé',
  rejectReceipt: 'Paiement rejeté',
  payBackReceipt: 'Paiement remboursé',
};

export const positionLabels: Readonly<Record<AdvertisementPosition, string>> = {
  home: 'Accueil',
  sidebar: 'À côté de la recherche',
  header: 'Haut des pages',
  footer: 'Bas des pages',
};

export const administratorStateLabels: Readonly<Record<Administrator['state'], string>> = {
  active: 'Actif',
  inactive: 'Inactif',
  invited: 'Invitation envoyée',
};

const detailNames: Readonly<Record<string, string>> = {
  before: 'Avant',
  after: 'Après',
  statusBefore: 'Avant',
  statusAfter: 'Après',
  reason: 'Motif',
  document: 'Document',
  title: 'Titre',
  route: 'Trajet',
  end: "Fin de l'abonnement",
  profile: 'Profil',
  rating: 'Note',
  by: 'Par',
  ground: 'Motif',
  thing: 'Objet',
  outcome: 'Décision',
  problem: 'Problème',
  parcelEnd: 'Suite pour le colis',
};
const documentLabels: Readonly<Record<string, string>> = {
  id_document: "Pièce d'identité",
  face_photo: 'Photo du visage',
  name_document: "Pièce d'identité du nouveau nom",
};

type MomentText = (iso: string) => string;

/** One fact of a log line in French. A fact of a newer server is shown unchanged. */
export function detailText(name: string, value: string, moment: MomentText): readonly [name: string, value: string] {
  return [detailNames[name] ?? name, wordOf(name, value) ?? plainText(value, moment)];
}

function wordOf(name: string, value: string): string | undefined {
  if (name === 'reason') return value;
  if (name === 'document') return documentLabels[value];
  if (name === 'ground') return (reasonLabels as Readonly<Record<string, string>>)[value];
  if (name === 'thing') return (reportedLabels as Readonly<Record<string, string>>)[value];
  if (name === 'outcome') return (outcomeLabels as Readonly<Record<string, string>>)[value];
  if (name === 'problem') return (problemLabels as Readonly<Record<string, string>>)[value];
  if (name === 'parcelEnd') return (problemEndLabels as Readonly<Record<string, string>>)[value];
  if (name === 'by') return value === 'operator' ? "L'exploitant du service" : undefined;
  const ofListing = name === 'statusBefore' || name === 'statusAfter';
  const statuses: Readonly<Record<string, string>> = ofListing ? parcelStatusLabels : profileStatusLabels;
  return statuses[value];
}

/** Days, moments and amounts (`500000 DZD`, in minor units) of any fact. */
function plainText(value: string, moment: MomentText): string {
  if (isDay(value)) return shortDay(value);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return moment(value);
  const [, amount, currency] = /^(\d{1,12}) (EUR|DZD)$/.exec(value) ?? [];
  return currency === 'EUR' || currency === 'DZD' ? moneyText({ amount: Number(amount), currency }) : value;
}

interface LogTexts {
  action: string;
  type: string;
  details: (readonly [string, string])[];
}

/** A line of the log as texts. The table shows moments in the device's time zone, the file in that of Algiers. */
export const logTexts = (log: AdminLog, moment: MomentText): LogTexts => ({
  action: adminActionLabels[log.action],
  type: targetLabels[log.targetType],
  details: Object.entries(log.details).map(([name, value]) => detailText(name, value, moment)),
});

/** Title and description of a decision (product 2.8). */
export const decided = (target: 'profile' | 'trip' | 'parcel', decision: 'approved' | 'rejected') => {
  const word = decision === 'approved' ? 'approuvé' : 'rejeté';
  const label = targetLabels[target];
  return { title: `${label} ${word}`, detail: `Le ${label.toLowerCase()} a été ${word} avec succès.` };
};

export const takenBack = (target: 'trip' | 'parcel') => ({
  title: `${targetLabels[target]} retiré de la recherche`,
  detail: 'Son propriétaire lit le motif et peut le corriger.',
});

export const restored = (target: 'trip' | 'parcel') => ({
  title: `${targetLabels[target]} rétabli dans la recherche`,
  detail: 'Son propriétaire en est prévenu.',
});

export const nameDecided = {
  approved: { title: 'Nouveau nom accepté', detail: 'Les autres membres voient maintenant ce nom.' },
  refused: { title: 'Nouveau nom refusé', detail: 'Le membre garde son nom et son badge.' },
} as const;

export const deleted = 'Suppression réussie';
export const deletionFailed = (message: string) => `Erreur lors de la suppression: ${message}`;
export const operationFailed = (message: string) => `Erreur lors de l'opération: ${message}`;

/** Frequent reasons of an administrator. The member reads them unchanged. */
export const reasonTemplates = {
  rejectProfile: [
    "Le document n'est pas lisible. Envoyez une photo nette et entière de votre pièce d'identité.",
    'La photo du visage ne correspond pas au document envoyé.',
    "Le document n'est plus valable. Envoyez une pièce d'identité en cours de validité.",
    'Le nom du profil ne correspond pas à celui du document.',
    'Le service est réservé aux personnes majeures, et ce document indique moins de 18 ans.',
  ],
  refuseName: [
    "Le nouveau nom n'est pas celui de la pièce d'identité envoyée.",
    "Le document n'est pas lisible. Envoyez une photo nette et entière de votre pièce d'identité.",
    "Le nouveau nom n'est pas un nom de personne.",
  ],
  blockProfile: [
    "Comportement contraire aux conditions générales d'utilisation.",
    'Signalements répétés de plusieurs membres.',
    "Soupçon de fraude ou d'usurpation d'identité.",
  ],
  rejectTrip: [
    'Les informations du trajet sont incomplètes ou incohérentes.',
    'La date ou la destination de ce trajet semble incorrecte.',
    'Les notes contiennent des coordonnées ou un contenu interdit.',
  ],
  rejectParcel: [
    'Le contenu décrit fait partie des objets interdits.',
    'La description ne permet pas de savoir ce que contient le colis.',
    'La photo ne correspond pas au colis décrit.',
  ],
  deleteTrip: [
    "Cette annonce est contraire aux conditions générales d'utilisation.",
    'Cette annonce existe déjà : elle a été publiée deux fois.',
    'Les notes contiennent des coordonnées ou un contenu interdit.',
  ],
  deleteParcel: [
    "Cette annonce est contraire aux conditions générales d'utilisation.",
    'Cette annonce existe déjà : elle a été publiée deux fois.',
    'Le contenu décrit fait partie des objets interdits.',
  ],
  removeReview: [
    'Cet avis contient des propos injurieux ou discriminatoires.',
    'Cet avis contient des coordonnées ou des informations personnelles.',
    "Cet avis ne parle pas d'un colis ni d'un trajet.",
  ],
  deleteProfile: [
    "Ce membre a demandé l'effacement de ses données.",
    "Comportement contraire aux conditions générales d'utilisation.",
    "Ce compte a été ouvert au nom d'une autre personne.",
  ],
  decideReport: [
    "Nous n'avons rien trouvé de contraire à nos conditions.",
    'Nous avons retiré ce contenu.',
    'Nous avons pris une mesure envers ce membre.',
  ],
  decideProblem: [
    'Vos messages et vos photos montrent que le colis a été remis.',
    'Rien ne montre que le colis a été remis.',
    "Vous dites tous les deux la même chose de ce qui s'est passé.",
  ],
  decideObjection: [
    'Nous avons relu cette décision : elle était fondée.',
    'Nous avons relu cette décision et nous y avons renoncé.',
  ],
  rejectReceipt: [
    "Le justificatif n'est pas lisible. Envoyez une photo nette et entière du reçu.",
    "Ce virement n'est pas arrivé sur notre compte.",
    "Le montant payé ne correspond pas au prix de l'abonnement.",
    'Ce justificatif a déjà été envoyé.',
  ],
} as const;

/** The motive of a report in every place: of a problem its kind, of an objection that it is one. */
export function motiveLabel({ about, reason, problem }: Pick<ReportRecord, 'about' | 'reason' | 'problem'>): string {
  if (problem) return problemLabels[problem.kind];
  return about.kind === 'decision' ? 'Contestation' : reasonLabels[reason];
}

/** The outcome of a report: of a delivery that it ended that end. */
export const verdictLabel = (
  kind: Reported['kind'],
  { outcome, end }: { readonly outcome: ReportOutcome; readonly end?: ProblemEnd | undefined },
): string => (end ? problemEndLabels[end] : outcomeLabel(kind, outcome));
