import { dayMs, dayOf, longDay, shortDay } from '../values/time.ts';

/** Product 2.8, and what an empty or closed conversation says. */
export const messagingWords = {
  listFailed: 'Impossible de charger les messages',
  sendFailed: "Impossible d'envoyer votre message",
  parcelFailed: 'Impossible de charger les données du colis',
  newMessage: 'Nouveau message',
  noConversation: 'Aucune conversation',
  reconnecting: 'Reconnexion…',
  firstMessageTip: 'Restez sur la messagerie et vérifiez ensemble le contenu du colis avant de vous engager.',
} as const;

/** Product 2.9: the parcel of a conversation is named by the beginning of its id. */
export const shortId = (id: string) => id.slice(0, 8);

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** « 1 non lu » */
export const unreadText = (count: number) => (count === 1 ? '1 non lu' : `${count} non lus`);

/** « 14:05 », Algiers time. */
export const clockTime = (iso: string) =>
  new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit', timeZone: 'Africa/Algiers' }).format(
    new Date(iso),
  );

/** The day above the messages that were written on it. */
export function dayLabel(day: string, now = Date.now()): string {
  if (day === dayOf(now)) return "Aujourd'hui";
  return day === dayOf(now - dayMs) ? 'Hier' : longDay(day);
}

/** When something was last said, as short as a list needs it. */
export function listTime(iso: string, now = Date.now()): string {
  const day = dayOf(Date.parse(iso));
  if (day === dayOf(now)) return clockTime(iso);
  return day === dayOf(now - dayMs) ? 'Hier' : shortDay(day);
}
