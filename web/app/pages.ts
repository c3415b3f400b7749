import type { ComponentType } from 'react';

/**
 * The table of pages (product 1.2), read by the router, the menus, the tests and the edge function: plain
 * data that Node can import. A page joins the site by adding its row here together with its file
 * `web/routes/<name>-page.tsx`.
 */
export type PageAccess =
  /** Everybody. */
  | 'public'
  /** Signed in; a visitor goes to /login and comes back. */
  | 'member'
  /** An administrator; others end on /. */
  | 'admin'
  /** Visitors only: somebody signed in goes on to his redirect target. */
  | 'guest';

export type Page = {
  readonly path: string;
  readonly access: PageAccess;
  /** Without the product's name: `documentTitle` adds it. */
  readonly title: string;
  /** Offered to search engines, with its sentences of `descriptions.ts`; all others ask not to be listed. */
  readonly isListed?: true;
  /** The same for everybody at first sight: the build renders it (`web/prerender.tsx`), the browser takes it over. */
  readonly isStatic?: true;
  /** A form, the same for most at first sight: built like the static ones, taken over where no query and no draft say more. */
  readonly isPreviewed?: true;
  readonly purpose?: Purpose;
  readonly load: () => Promise<{ default: ComponentType }>;
};

/** What a page is for, where that leaves no room for something else of the frame. */
type Purpose =
  /** Something is filled in: no bar at the bottom, no advertisement. */
  | 'form'
  /** Two members, or an administrator, at work: no advertisement. */
  | 'work'
  /** What one must be able to rely on: no advertisement. */
  | 'legal';

export const pages: readonly Page[] = [
  {
    path: '/',
    access: 'public',
    title: 'Livraison de colis entre particuliers',
    isListed: true,
    isStatic: true,
    load: () => import('../routes/site/home-page.tsx').then((file) => ({ default: file.HomePage })),
  },
  {
    path: '/login',
    access: 'guest',
    title: 'Connexion',
    isListed: true,
    isPreviewed: true,
    purpose: 'form',
    load: () => import('../routes/accounts/login-page.tsx').then((file) => ({ default: file.LoginPage })),
  },
  {
    path: '/register',
    access: 'guest',
    title: 'Inscription',
    isListed: true,
    purpose: 'form',
    isPreviewed: true,
    load: () => import('../routes/accounts/register-page.tsx').then((file) => ({ default: file.RegisterPage })),
  },
  {
    path: '/forgot-password',
    access: 'public',
    title: 'Mot de passe oublié',
    purpose: 'form',
    load: () =>
      import('../routes/accounts/forgot-password-page.tsx').then((file) => ({ default: file.ForgotPasswordPage })),
  },
  {
    path: '/reset-password',
    access: 'public',
    title: 'Nouveau mot de passe',
    purpose: 'form',
    load: () =>
      import('../routes/accounts/reset-password-page.tsx').then((file) => ({ default: file.ResetPasswordPage })),
  },
  {
    path: '/confirm-email-success',
    access: 'public',
    title: 'Confirmation de votre compte',
    purpose: 'form',
    load: () =>
      import('../routes/accounts/confirm-email-page.tsx').then((file) => ({ default: file.ConfirmEmailPage })),
  },
  {
    path: '/find-parcels',
    access: 'public',
    title: 'Trouvez des colis et trajets',
    isListed: true,
    isPreviewed: true,
    load: () => import('../routes/find-page.tsx').then((file) => ({ default: file.FindPage })),
  },
  {
    path: '/send-parcel',
    access: 'public',
    title: 'Envoyer ou recevoir un colis',
    isListed: true,
    purpose: 'form',
    isPreviewed: true,
    load: () => import('../routes/send-parcel-page.tsx').then((file) => ({ default: file.SendParcelPage })),
  },
  {
    path: '/transport-parcel',
    access: 'public',
    title: 'Transporter un colis',
    isListed: true,
    purpose: 'form',
    isPreviewed: true,
    load: () => import('../routes/transport-parcel-page.tsx').then((file) => ({ default: file.TransportParcelPage })),
  },
  {
    path: '/my-parcels',
    access: 'member',
    title: 'Mes colis',
    load: () => import('../routes/my-parcels-page.tsx').then((file) => ({ default: file.MyParcelsPage })),
  },
  {
    path: '/my-trips',
    access: 'member',
    title: 'Mes trajets',
    load: () => import('../routes/my-trips-page.tsx').then((file) => ({ default: file.MyTripsPage })),
  },
  {
    path: '/profile',
    access: 'member',
    title: 'Mon profil',
    load: () => import('../routes/accounts/profile-page.tsx').then((file) => ({ default: file.ProfilePage })),
  },
  {
    // Says that the member is missing (product 1.8).
    path: '/user',
    access: 'member',
    title: 'Profil',
    load: () => import('../routes/accounts/member-page.tsx').then((file) => ({ default: file.MemberPage })),
  },
  {
    path: '/user/:userId',
    access: 'member',
    title: 'Profil',
    load: () => import('../routes/accounts/member-page.tsx').then((file) => ({ default: file.MemberPage })),
  },
  {
    path: '/profile/:userId',
    access: 'member',
    title: 'Profil',
    load: () => import('../routes/accounts/member-page.tsx').then((file) => ({ default: file.MemberPage })),
  },
  {
    path: '/messaging',
    access: 'member',
    title: 'Messagerie',
    purpose: 'work',
    load: () => import('../routes/messaging-page.tsx').then((file) => ({ default: file.MessagingPage })),
  },
  {
    path: '/messages/:userId',
    access: 'member',
    title: 'Conversation',
    purpose: 'work',
    load: () => import('../routes/conversation-page.tsx').then((file) => ({ default: file.ConversationPage })),
  },
  {
    path: '/delivery/:parcelId',
    access: 'member',
    title: 'Suivi du colis',
    purpose: 'work',
    load: () => import('../routes/delivery-page.tsx').then((file) => ({ default: file.DeliveryPage })),
  },
  {
    path: '/admin',
    access: 'admin',
    title: 'Panel Admin',
    purpose: 'work',
    load: () => import('../routes/admin-page.tsx').then((file) => ({ default: file.AdminPage })),
  },
  {
    path: '/about',
    access: 'public',
    title: 'Qui sommes-nous',
    isListed: true,
    isStatic: true,
    load: () => import('../routes/site/about-page.tsx').then((file) => ({ default: file.AboutPage })),
  },
  {
    path: '/how-it-works',
    access: 'public',
    title: 'Comment ça marche',
    isListed: true,
    isStatic: true,
    load: () => import('../routes/site/how-it-works-page.tsx').then((file) => ({ default: file.HowItWorksPage })),
  },
  {
    path: '/faq',
    access: 'public',
    title: 'Questions fréquentes',
    isListed: true,
    isStatic: true,
    load: () => import('../routes/site/faq-page.tsx').then((file) => ({ default: file.FaqPage })),
  },
  {
    path: '/contact',
    access: 'public',
    title: 'Contact',
    isListed: true,
    purpose: 'form',
    load: () => import('../routes/site/contact-page.tsx').then((file) => ({ default: file.ContactPage })),
  },
  {
    path: '/terms',
    access: 'public',
    title: 'Conditions générales',
    isListed: true,
    isStatic: true,
    purpose: 'legal',
    load: () => import('../routes/site/terms-page.tsx').then((file) => ({ default: file.TermsPage })),
  },
  {
    path: '/privacy',
    access: 'public',
    title: 'Politique de confidentialité',
    isListed: true,
    isStatic: true,
    purpose: 'legal',
    load: () => import('../routes/site/privacy-page.tsx').then((file) => ({ default: file.PrivacyPage })),
  },
  {
    path: '/cookies',
    access: 'public',
    title: 'Cookies',
    isListed: true,
    isStatic: true,
    purpose: 'legal',
    load: () => import('../routes/site/cookies-page.tsx').then((file) => ({ default: file.CookiesPage })),
  },
];

/** Old or short addresses: the query is kept. */
export const redirects: readonly { from: string; to: string }[] = [{ from: '/messages', to: '/messaging' }];

export const notFoundPage: Page = {
  path: '*',
  access: 'public',
  title: 'Page non trouvée',
  load: () => import('../routes/site/not-found-page.tsx').then((file) => ({ default: file.NotFoundPage })),
};

/** The page of an address (path without query), if the site has one. */
export function findPage(pathname: string): Page | undefined {
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
