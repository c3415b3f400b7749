import { escaped } from '#functions/platform/html.ts';
import { button, documentOf, heading, link, paragraph } from '#functions/share/document.ts';
import { paths, withQuery } from '#shared/site/paths.ts';

const settings = withQuery(paths.profile, { tab: 'settings' });

const pageOf = (title: string, main: readonly string[]) =>
  documentOf({ title, head: [], main: [heading(title), ...main] });

/** Names the account to its owner, and no address to a person who has only the link. */
const account = (email: string) => {
  const [first = ''] = email;
  return `<p>Compte : <bdi translate="no">${escaped(`${first}***${email.slice(email.lastIndexOf('@'))}`)}</bdi></p>`;
};

export const stopPage = (email: string) =>
  pageOf('Ne plus recevoir ces emails', [
    paragraph("Vous ne recevrez plus d'emails de vos alertes. Elles restent actives dans vos notifications."),
    account(email),
    `<form method="post">${button('Confirmer')}</form>`,
  ]);

export const stoppedPage = (email: string) =>
  pageOf("C'est fait", [
    paragraph('Vous ne recevez plus ces emails.'),
    account(email),
    link(settings, 'Choisir mes emails'),
  ]);

export const goneStopPage = () =>
  pageOf("Ce lien n'est plus valable", [
    paragraph('Vous pouvez choisir vos emails dans vos paramètres.'),
    link(settings, 'Choisir mes emails'),
  ]);
