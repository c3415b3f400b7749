import { deletionDelayDays, tombstoneYears } from '#shared/account-deletion/rules.ts';
import { endedDays } from '#shared/alerts/rules.ts';
import { deviceDays } from '#shared/notices/push-devices.ts';
import { receiptDays } from '#shared/receipts/rules.ts';
import { ageDays, documentDays, unconfirmedDays } from '#shared/values/ageing.ts';

/**
 * `[data, how long]`. Data that the product deletes by itself: every night, by lifecycle rules, by expiring records.
 */
export const deletedByItself = [
  ["Pièce d'identité et photo de visage, profil approuvé", `${documentDays.approved} jours après la décision`],
  ["Pièce d'identité et photo de visage, profil refusé", `${documentDays.rejected} jours après la décision`],
  ["Pièce d'identité d'un nouveau nom", `${documentDays.name} jours après la décision, 1 à 2 jours si vous le retirez`],
  [
    "Pièce d'identité et photo de visage, sans décision",
    `${documentDays.undecided} jours, puis elles vous sont redemandées`,
  ],
  ["Compte dont l'adresse email n'est pas confirmée", `${unconfirmedDays} jours`],
  [
    'Compte, profil, annonces, avis, amis, fichiers',
    `tant que le compte existe, puis ${deletionDelayDays} jours à compter de votre demande de suppression`,
  ],
  ['Membres que vous bloquez', "jusqu'au déblocage, ou la fin d'un des deux comptes"],
  [
    'Messages écrits à un membre qui garde la conversation',
    'ils restent chez lui, sous le nom « Ancien membre », aussi longtemps que la conversation',
  ],
  ["Date de fin d'un compte supprimé, sous son seul numéro", `${tombstoneYears} ans`],
  ["Photo ou document d'un colis", `${ageDays.parcelFile} jours après la fin du colis, ou après sa date limite`],
  ['Preuves de livraison', '1 an après la fin du colis'],
  ['Messages', '2 ans après le dernier message écrit ou lu de la conversation'],
  ['Signalements', '1 an après la décision'],
  ["Journal des actes d'administration", '3 ans, effacé dans les jours suivants'],
  ['Justificatif de paiement validé', '10 ans après la décision'],
  ['Justificatif de paiement refusé', `${receiptDays.rejected} jours après la décision`],
  ['Fichiers envoyés, avant leur contrôle ou jamais utilisés', '1 à 2 jours'],
  ['Liens reçus par email (nouveau mot de passe)', 'valables 24 heures, effacés dans les jours suivants'],
  ['Archive de vos données, que vous avez demandée', '1 à 2 jours ; son lien est valable une heure'],
  ['Notifications et emails préparés par le service', '30 jours'],
  ['Annonces déjà signalées par vos alertes, sous leur seul numéro', "jusqu'à leur dernier jour, 30 jours au moins"],
  ['Alertes', `tant que vous les gardez, au plus ${endedDays} jours après leur fin`],
  ['Appareils qui reçoivent vos notifications', `jusqu'à la déconnexion, ${deviceDays} jours au plus`],
  ['Journaux techniques (date, adresse IP, erreurs)', '30 à 90 jours'],
  ["Photo de profil que vous retirez ou remplacez, telle que le site l'affiche", 'un jour au plus'],
  ["Fichiers remplacés ou supprimés, hors documents d'identité", '30 jours de plus, contre les erreurs'],
  ['Sauvegardes de la base de données', '35 jours au plus'],
  ['Adresse invitée à devenir administrateur, sans compte', '7 jours, puis effacée dans les jours suivants'],
  [
    "Copie du journal des actes d'administration, que personne, nous compris, ne peut modifier ni effacer plus tôt",
    '3 ans',
  ],
] as const;
