import { paths, withQuery } from '#shared/site/paths.ts';
import { frequentCorridors } from '#web/features/corridors/frequent.ts';
import type { Session } from '#web/lib/session/session.ts';
import '#web/app/shell/header/header.css';

export interface MenuLink {
  to: string;
  text: string;
  /** A second line, for a name that does not explain itself. */
  hint?: string;
  /** Names stay as they are in a translated page. */
  isName?: true;
  unread?: number;
  waiting?: number;
  notices?: number;
}

const unreadOf = (me: Session['me']) => me?.unread.messages ?? 0;
const noticesOf = (me: Session['me']) => me?.unreadNotices ?? 0;
const requestsOf = (me: Session['me']) => me?.unread.requests ?? 0;
/** « À faire » of the own parcels, and the carried ones that wait for an answer: each is on one tab of the page. */
const parcelsOf = (me: Session['me']) => (me?.unread.toDo ?? 0) + (me?.unread.carriedToAnswer ?? 0);
const panelOf = (me: Session['me']): MenuLink[] => (me?.isAdmin ? [{ to: paths.admin, text: 'Panel Admin' }] : []);

export const mainLinks: readonly MenuLink[] = [
  { to: paths.findParcels, text: 'Rechercher des colis' },
  { to: paths.sendParcel, text: 'Envoyer ou recevoir un colis' },
  { to: paths.transportParcel, text: 'Transporter un colis' },
  { to: paths.about, text: 'À propos' },
];

export const parcelsLink = (me: Session['me']) => ({ to: paths.myParcels, text: 'Mes colis', waiting: parcelsOf(me) });

/** The order follows use: what waits for an answer comes first. */
const memberLinks = (me: Session['me']): MenuLink[] => [
  { to: paths.tripRequests, text: 'Demandes', waiting: requestsOf(me) },
  { to: paths.messaging, text: 'Messagerie', unread: unreadOf(me) },
  parcelsLink(me),
  { to: paths.myTrips, text: 'Mes trajets', waiting: me?.unread.tripsToCorrect ?? 0 },
  { to: paths.deliverySelection, text: 'Mes livraisons', hint: 'les colis que je transporte' },
  { to: paths.notifications, text: 'Notifications', notices: noticesOf(me) },
  { to: paths.alerts, text: 'Mes alertes' },
  { to: paths.deliveryManagement, text: 'Gestion de la livraison', hint: "tout en un coup d'œil" },
];
const paymentLink: MenuLink = { to: paths.paymentMethods, text: 'Moyen de paiement', hint: "l'abonnement annuel" };

export const accountLinks = (me: Session['me']): MenuLink[] => [
  { to: paths.profile, text: 'Mon profil' },
  ...memberLinks(me),
  paymentLink,
  ...panelOf(me),
];

/** The full-screen menu of small screens (product 1.2): for everybody, then for members. */
export const smallScreenLinks = ({ status, me }: Pick<Session, 'status' | 'me'>): MenuLink[] => [
  { to: paths.findParcels, text: 'Rechercher des colis' },
  { to: paths.sendParcel, text: 'Envoyer un colis' },
  { to: paths.transportParcel, text: 'Transporter un colis' },
  paymentLink,
  { to: paths.about, text: 'À propos' },
  ...(status === 'member' ? [{ to: paths.profile, text: 'Profil' }, ...memberLinks(me), ...panelOf(me)] : []),
];

export const footerColumns: readonly { title: string; links: readonly MenuLink[] }[] = [
  {
    title: 'Services',
    links: [
      { to: paths.findParcels, text: 'Rechercher des colis' },
      { to: paths.sendParcel, text: 'Envoyer un colis' },
      { to: paths.transportParcel, text: 'Transporter un colis' },
    ],
  },
  {
    title: 'À propos',
    links: [
      { to: paths.about, text: 'Qui sommes-nous' },
      { to: paths.howItWorks, text: 'Comment ça marche' },
      { to: paths.faq, text: 'Questions fréquentes' },
      { to: paths.contact, text: 'Contact' },
      { to: withQuery(paths.contact, { topic: 'report' }), text: 'Signaler un contenu' },
    ],
  },
  {
    title: 'Trajets fréquents',
    links: frequentCorridors.map(({ slug, name }) => ({ to: paths.tripCorridor(slug), text: name, isName: true })),
  },
  {
    title: 'Informations légales',
    links: [
      { to: paths.legalNotice, text: 'Mentions légales' },
      { to: paths.terms, text: 'Conditions générales' },
      { to: `${paths.terms}#classement`, text: 'Classement des annonces' },
      { to: paths.privacy, text: 'Politique de confidentialité' },
      { to: paths.cookies, text: 'Cookies' },
      { to: paths.accessibility, text: 'Accessibilité' },
    ],
  },
];

/** The name of a link, with a grey second line where it has one. */
export const LinkText = ({ text, hint }: Pick<MenuLink, 'text' | 'hint'>) => (
  <span>
    {text}
    {hint && <span className="menu-hint"> {hint}</span>}
  </span>
);

const countWords = {
  messages: ['non lu', 'non lus'],
  notices: ['non lue', 'non lues'],
  requests: ['en attente', 'en attente'],
} as const;

/** Number of unread messages or notices, or of waiting requests, beside their link; nothing for none. */
export function Count({ value, of = 'messages' }: { value: number | undefined; of?: keyof typeof countWords }) {
  if (!value) return null;
  const word = countWords[of][value === 1 ? 0 : 1];
  return (
    <span className="count-badge">
      {value > 99 ? '99+' : value}
      <span className="visually-hidden"> {word}</span>
    </span>
  );
}
