import type { MailRefusal } from '../accounts/me.ts';
import { numberText } from '../values/formats.ts';

/** « Identité vérifiée le 12 déc. 2026 »; `day` as text, undefined when unknown. */
export const verifiedText = (day: string | undefined) => (day ? `Identité vérifiée le ${day}` : 'Identité vérifiée');

export const notVerified = 'Identité pas encore vérifiée';

export const carriedText = (count: number) =>
  count === 1 ? '1 livraison effectuée' : `${numberText(count, {})} livraisons effectuées`;

/** « en 2 h environ »: the usual time to an answer, given in minutes. */
export function answerTimeText(minutes: number): string {
  const hours = Math.round(minutes / 60);
  if (hours < 1) return "en moins d'une heure";
  if (hours < 24) return `en ${hours} h environ`;
  const days = Math.round(minutes / (24 * 60));
  return days === 1 ? 'en un jour environ' : `en ${days} jours environ`;
}

type Reason = MailRefusal['why'];

const memberReasons: Readonly<Record<Reason, string>> = {
  bounce: 'sa messagerie les renvoie',
  complaint: "l'un d'eux y a été signalé comme indésirable",
  address: "elle n'est pas acceptée",
};

/** « Nos emails n'arrivent plus à a@b.fr : sa messagerie les renvoie. », to its member. */
export const mailsLostText = ({ why }: MailRefusal, email: string) =>
  `Nos emails n'arrivent plus à ${email} : ${memberReasons[why]}.`;

const adminReasons: Readonly<Record<Reason, string>> = {
  bounce: 'renvoyés par sa messagerie',
  complaint: 'signalés comme indésirables',
  address: 'adresse non acceptée',
};

/** « Nos emails n'y arrivent plus depuis le 3 nov. 2026 (renvoyés par sa messagerie) », to administrators. */
export const mailRefusedText = ({ why }: MailRefusal, day: string) =>
  `Nos emails n'y arrivent plus depuis le ${day} (${adminReasons[why]})`;

/** Payments are in person, and only written messages can be consulted later. */
export const handOverTip =
  'Rencontrez-vous pour le colis et le paiement, vérifiez ensemble le contenu, et gardez vos échanges sur la messagerie.';
