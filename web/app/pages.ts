import type { ComponentType } from 'react';
import { paths, patterns } from '#shared/site/paths.ts';

/**
 * The table of pages (product 1.2) for the router, the menus, the tests and the edge function: plain data that Node can
 * import. To add a page, add its row here and its file `web/routes/<name>-page.tsx`; its address is in
 * `shared/site/paths.ts`.
 */
export type PageAccess = 'public' | 'member' | 'admin' | 'guest';

export interface SitePage {
  readonly path: string;
  readonly access: PageAccess;
  readonly title: string;
  /**
   * Offered to search engines, with its texts in `prerendered-document.ts`; all others have `noindex`. Of the pages of
   * corridors only those with listings are.
   */
  readonly isListed?: true | 'with listings';
  /**
   * The first view is the same for everybody: the build renders it (`web/prerender.tsx`), and the browser hydrates it.
   */
  readonly isStatic?: true;
  /**
   * A form whose first view is the same for most people: built like the static ones, and hydrated unless a query or a
   * draft changes it.
   */
  readonly isPreviewed?: true;
  /**
   * A function renders its document with current listings (decision 057). While it fails, the built document is used.
   */
  readonly hasListings?: true;
  /**
   * The source, below `web`, of the page behind the main button. A press loads it, even before the application runs.
   */
  readonly opens?: string;
  readonly purpose?: Purpose;
  /** The code of the page, its only export. */
  readonly load: () => Promise<Readonly<Record<string, ComponentType>>>;
}

type Purpose =
  /** A long form: no bottom bar, no advertisement. */
  | 'form'
  /** Work of two members and the page of a recipient, or work of an administrator: no advertisement. */
  | 'work'
  /** A conversation fills the screen, without footer, bar and page scroll; on phones without the header. */
  | 'conversation'
  /** Legal and help pages, and the one that names bank accounts: no advertisement. */
  | 'legal';

export const pages: readonly SitePage[] = [
  {
    path: paths.home,
    access: 'public',
    title: 'Livraison de colis entre particuliers',
    isListed: true,
    isStatic: true,
    hasListings: true,
    load: () => import('../routes/site/home-page.tsx'),
  },
  {
    path: paths.login,
    access: 'guest',
    title: 'Connexion',
    isListed: true,
    isPreviewed: true,
    purpose: 'form',
    load: () => import('../routes/accounts/login-page.tsx'),
  },
  {
    path: paths.register,
    access: 'guest',
    title: 'Inscription',
    isListed: true,
    purpose: 'form',
    isPreviewed: true,
    load: () => import('../routes/accounts/register-page.tsx'),
  },
  {
    path: paths.forgotPassword,
    access: 'public',
    title: 'Mot de passe oublié',
    purpose: 'form',
    load: () => import('../routes/accounts/forgot-password-page.tsx'),
  },
  {
    path: paths.resetPassword,
    access: 'public',
    title: 'Nouveau mot de passe',
    purpose: 'form',
    load: () => import('../routes/accounts/reset-password-page.tsx'),
  },
  {
    path: paths.confirmEmail,
    access: 'public',
    title: 'Confirmation de votre compte',
    purpose: 'form',
    load: () => import('../routes/accounts/confirm-email-page.tsx'),
  },
  {
    path: paths.findParcels,
    access: 'public',
    title: 'Trouvez des colis et trajets',
    isListed: true,
    isPreviewed: true,
    hasListings: true,
    opens: 'features/search/sheet/search-sheet.tsx',
    load: () => import('../routes/find-page.tsx'),
  },
  {
    path: patterns.parcelCorridor,
    access: 'public',
    title: 'Colis entre deux villes',
    isListed: 'with listings',
    hasListings: true,
    load: () => import('../routes/corridors/corridor-page.tsx'),
  },
  {
    path: patterns.tripCorridor,
    access: 'public',
    title: 'Trajets entre deux villes',
    isListed: 'with listings',
    hasListings: true,
    load: () => import('../routes/corridors/corridor-page.tsx'),
  },
  {
    path: paths.sendParcel,
    access: 'public',
    title: 'Envoyer ou recevoir un colis',
    isListed: true,
    purpose: 'form',
    isPreviewed: true,
    load: () => import('../routes/send-parcel-page.tsx'),
  },
  {
    path: paths.transportParcel,
    access: 'public',
    title: 'Transporter un colis',
    isListed: true,
    purpose: 'form',
    isPreviewed: true,
    load: () => import('../routes/transport-parcel-page.tsx'),
  },
  {
    path: paths.paymentMethods,
    access: 'public',
    title: 'Moyen de paiement',
    isListed: true,
    isStatic: true,
    purpose: 'legal',
    load: () => import('../routes/site/subscription-page.tsx'),
  },
  {
    path: paths.myParcels,
    access: 'member',
    title: 'Mes colis',
    load: () => import('../routes/my-parcels-page.tsx'),
  },
  {
    path: paths.myTrips,
    access: 'member',
    title: 'Mes trajets',
    load: () => import('../routes/my-trips-page.tsx'),
  },
  {
    path: paths.deliveryManagement,
    access: 'member',
    title: 'Gestion de la livraison',
    purpose: 'work',
    load: () => import('../routes/my-overview-page.tsx'),
  },
  {
    path: paths.deliverySelection,
    access: 'member',
    title: 'Mes livraisons',
    purpose: 'work',
    load: () => import('../routes/my-deliveries-page.tsx'),
  },
  {
    path: paths.tripRequests,
    access: 'member',
    title: 'Demandes',
    purpose: 'work',
    load: () => import('../routes/requests-page.tsx'),
  },
  {
    path: paths.notifications,
    access: 'member',
    title: 'Notifications',
    purpose: 'work',
    load: () => import('../routes/notices/notifications-page.tsx'),
  },
  {
    path: paths.alerts,
    access: 'member',
    title: 'Mes alertes',
    load: () => import('../routes/alerts/alerts-page.tsx'),
  },
  {
    path: paths.profile,
    access: 'member',
    title: 'Mon profil',
    load: () => import('../routes/accounts/profile-page.tsx'),
  },
  {
    // Reports that the member is missing (product 1.8).
    path: paths.memberMissing,
    access: 'member',
    title: 'Profil',
    load: () => import('../routes/accounts/member-page.tsx'),
  },
  {
    path: patterns.member,
    access: 'member',
    title: 'Profil',
    load: () => import('../routes/accounts/member-page.tsx'),
  },
  {
    path: patterns.memberProfile,
    access: 'member',
    title: 'Profil',
    load: () => import('../routes/accounts/member-page.tsx'),
  },
  {
    path: paths.messaging,
    access: 'member',
    title: 'Messagerie',
    purpose: 'work',
    load: () => import('../routes/messaging-page.tsx'),
  },
  {
    path: patterns.conversation,
    access: 'member',
    title: 'Conversation',
    purpose: 'conversation',
    load: () => import('../routes/conversation-page.tsx').then(({ ConversationPage }) => ({ ConversationPage })),
  },
  {
    path: patterns.parcelConversation,
    access: 'member',
    title: 'Conversation et livraison',
    purpose: 'conversation',
    load: () =>
      import('../routes/conversation-page.tsx').then(({ ParcelConversationPage }) => ({ ParcelConversationPage })),
  },
  {
    path: patterns.delivery,
    access: 'member',
    title: 'Suivi du colis',
    purpose: 'work',
    load: () => import('../routes/delivery-page.tsx'),
  },
  {
    path: paths.follow,
    access: 'public',
    title: 'Suivi de colis',
    purpose: 'work',
    load: () => import('../routes/recipient-page.tsx'),
  },
  {
    path: paths.admin,
    access: 'admin',
    title: 'Panel Admin',
    purpose: 'work',
    load: () => import('../routes/admin-page.tsx'),
  },
  {
    path: paths.about,
    access: 'public',
    title: 'Qui sommes-nous',
    isListed: true,
    isStatic: true,
    load: () => import('../routes/site/about-page.tsx'),
  },
  {
    path: paths.howItWorks,
    access: 'public',
    title: 'Comment ça marche',
    isListed: true,
    isStatic: true,
    load: () => import('../routes/site/how-it-works-page.tsx'),
  },
  {
    path: paths.faq,
    access: 'public',
    title: 'Questions fréquentes',
    isListed: true,
    isStatic: true,
    load: () => import('../routes/site/faq-page.tsx'),
  },
  {
    path: paths.contact,
    access: 'public',
    title: 'Contact',
    isListed: true,
    purpose: 'form',
    load: () => import('../routes/site/contact-page.tsx'),
  },
  {
    path: paths.terms,
    access: 'public',
    title: 'Conditions générales',
    isListed: true,
    isStatic: true,
    purpose: 'legal',
    load: () => import('../routes/site/terms-page.tsx'),
  },
  {
    path: paths.privacy,
    access: 'public',
    title: 'Politique de confidentialité',
    isListed: true,
    isStatic: true,
    purpose: 'legal',
    load: () => import('../routes/site/privacy-page.tsx'),
  },
  {
    path: paths.cookies,
    access: 'public',
    title: 'Cookies',
    isListed: true,
    isStatic: true,
    purpose: 'legal',
    load: () => import('../routes/site/cookies-page.tsx'),
  },
  {
    path: paths.legalNotice,
    access: 'public',
    title: 'Mentions légales',
    isListed: true,
    isStatic: true,
    purpose: 'legal',
    load: () => import('../routes/site/legal-notice-page.tsx'),
  },
  {
    path: paths.accessibility,
    access: 'public',
    title: 'Accessibilité',
    isListed: true,
    isStatic: true,
    purpose: 'legal',
    load: () => import('../routes/site/accessibility-page.tsx'),
  },
];

export const isListed = (page: SitePage): boolean | undefined =>
  page.isListed === 'with listings' ? undefined : page.isListed === true;

/** Old or short addresses; the query is kept. */
export const redirects: readonly { from: string; to: string }[] = [{ from: paths.messages, to: paths.messaging }];

export const notFoundPage: SitePage = {
  path: '*',
  access: 'public',
  title: 'Page non trouvée',
  load: () => import('../routes/site/not-found-page.tsx'),
};

/** The page of an address (path without query), if the site has one. */
export function findPage(pathname: string): SitePage | undefined {
  const target = redirects.find(({ from }) => from === pathname)?.to ?? pathname;
  return pages.find(({ path }) => matches(path, target));
}

function matches(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/');
  const given = pathname.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith(':') && given[index]))
  );
}
