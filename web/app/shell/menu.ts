import { hasPage } from '#web/app/pages.ts';
import type { Session } from '#web/lib/session/session.ts';

export type MenuLink = { to: string; text: string; unread?: number };

const existing = (links: MenuLink[]): MenuLink[] => links.filter(({ to }) => hasPage(to));

const unreadOf = (me: Session['me']) => me?.unread.messages ?? 0;
const panelOf = (me: Session['me']): MenuLink[] => (me?.isAdmin ? [{ to: '/admin', text: 'Panel Admin' }] : []);

/** The bar on wide screens (product 1.2). */
export const mainLinks = (): MenuLink[] =>
  existing([
    { to: '/find-parcels', text: 'Rechercher des colis' },
    { to: '/send-parcel', text: 'Envoyer ou recevoir un colis' },
    { to: '/transport-parcel', text: 'Transporter un colis' },
    { to: '/about', text: 'À propos' },
  ]);

/** The menu under the avatar. */
export const accountLinks = (me: Session['me']): MenuLink[] =>
  existing([
    { to: '/profile', text: 'Mon profil' },
    { to: '/my-parcels', text: 'Mes colis' },
    { to: '/my-trips', text: 'Mes trajets' },
    { to: '/messaging', text: 'Messagerie', unread: unreadOf(me) },
    { to: '/delivery-management', text: 'Gestion de la livraison' },
    { to: '/payment-methods', text: 'Moyen de paiement' },
    ...panelOf(me),
  ]);

/** The full-screen menu of small screens (product 1.2): for everybody, then for members. */
export const smallScreenLinks = ({ status, me }: Pick<Session, 'status' | 'me'>): MenuLink[] =>
  existing([
    { to: '/find-parcels', text: 'Rechercher des colis' },
    { to: '/send-parcel', text: 'Envoyer un colis' },
    { to: '/transport-parcel', text: 'Transporter un colis' },
    { to: '/payment-methods', text: 'Moyen de paiement' },
    { to: '/about', text: 'À propos' },
    ...(status === 'member'
      ? [
          { to: '/profile', text: 'Profil' },
          { to: '/my-parcels', text: 'Mes colis' },
          { to: '/my-trips', text: 'Mes trajets' },
          { to: '/delivery-management', text: 'Gestion de la livraison' },
          { to: '/messaging', text: 'Messagerie', unread: unreadOf(me) },
          ...panelOf(me),
        ]
      : []),
  ]);

export const footerColumns = (): { title: string; links: MenuLink[] }[] =>
  [
    {
      title: 'Services',
      links: existing([
        { to: '/find-parcels', text: 'Rechercher des colis' },
        { to: '/send-parcel', text: 'Envoyer un colis' },
        { to: '/transport-parcel', text: 'Transporter un colis' },
      ]),
    },
    {
      title: 'À propos',
      links: existing([
        { to: '/about', text: 'Qui sommes-nous' },
        { to: '/how-it-works', text: 'Comment ça marche' },
        { to: '/faq', text: 'Questions fréquentes' },
        { to: '/contact', text: 'Contact' },
      ]),
    },
    {
      title: 'Informations légales',
      links: existing([
        { to: '/terms', text: 'Conditions générales' },
        { to: '/privacy', text: 'Politique de confidentialité' },
        { to: '/cookies', text: 'Cookies' },
      ]),
    },
  ].filter(({ links }) => links.length > 0);
