import type { Session } from '#web/lib/session/session.ts';

export type MenuLink = { to: string; text: string; unread?: number };

const unreadOf = (me: Session['me']) => me?.unread.messages ?? 0;
const panelOf = (me: Session['me']): MenuLink[] => (me?.isAdmin ? [{ to: '/admin', text: 'Panel Admin' }] : []);

/** The bar on wide screens (product 1.2). */
export const mainLinks: readonly MenuLink[] = [
  { to: '/find-parcels', text: 'Rechercher des colis' },
  { to: '/send-parcel', text: 'Envoyer ou recevoir un colis' },
  { to: '/transport-parcel', text: 'Transporter un colis' },
  { to: '/about', text: 'À propos' },
];

/** The menu under the avatar. */
export const accountLinks = (me: Session['me']): MenuLink[] => [
  { to: '/profile', text: 'Mon profil' },
  { to: '/my-parcels', text: 'Mes colis' },
  { to: '/my-trips', text: 'Mes trajets' },
  { to: '/messaging', text: 'Messagerie', unread: unreadOf(me) },
  ...panelOf(me),
];

/** The full-screen menu of small screens (product 1.2): for everybody, then for members. */
export const smallScreenLinks = ({ status, me }: Pick<Session, 'status' | 'me'>): MenuLink[] => [
  { to: '/find-parcels', text: 'Rechercher des colis' },
  { to: '/send-parcel', text: 'Envoyer un colis' },
  { to: '/transport-parcel', text: 'Transporter un colis' },
  { to: '/about', text: 'À propos' },
  ...(status === 'member'
    ? [
        { to: '/profile', text: 'Profil' },
        { to: '/my-parcels', text: 'Mes colis' },
        { to: '/my-trips', text: 'Mes trajets' },
        { to: '/messaging', text: 'Messagerie', unread: unreadOf(me) },
        ...panelOf(me),
      ]
    : []),
];

export const footerColumns: readonly { title: string; links: readonly MenuLink[] }[] = [
  {
    title: 'Services',
    links: [
      { to: '/find-parcels', text: 'Rechercher des colis' },
      { to: '/send-parcel', text: 'Envoyer un colis' },
      { to: '/transport-parcel', text: 'Transporter un colis' },
    ],
  },
  {
    title: 'À propos',
    links: [
      { to: '/about', text: 'Qui sommes-nous' },
      { to: '/how-it-works', text: 'Comment ça marche' },
      { to: '/faq', text: 'Questions fréquentes' },
      { to: '/contact', text: 'Contact' },
    ],
  },
  {
    title: 'Informations légales',
    links: [
      { to: '/terms', text: 'Conditions générales' },
      { to: '/privacy', text: 'Politique de confidentialité' },
      { to: '/cookies', text: 'Cookies' },
    ],
  },
];
