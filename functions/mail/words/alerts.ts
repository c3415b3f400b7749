import type { FoundMail, Mails } from '#functions/mail/mails.ts';
import type { MailContent } from '../layout.ts';
import { type Envelope, links } from '../links.ts';

type Content = Omit<MailContent, 'firstName' | 'settingsUrl' | 'stopUrl'>;

const found = ({ kind, listingId, title, alert, facts, leg }: FoundMail, to: Envelope): Content => ({
  subject: title,
  detail: leg ? `${facts} · Sur la route : ${leg}` : facts,
  paragraphs: [
    `Un ${kind === 'trip' ? 'trajet' : 'colis'} correspond à votre alerte « ${alert} ».`,
    facts,
    ...(leg ? [`Sur la route : ${leg}`] : []),
  ],
  action: {
    label: kind === 'trip' ? 'Voir le trajet' : 'Voir le colis',
    url: links.listing(to, kind, listingId),
  },
});

function listed(data: Mails['alertsFound'], to: Envelope): { label: string; url: string }[] {
  const lines = [];
  for (let at = 0; data[`title${at}`]; at++)
    lines.push({
      label: data[`title${at}`] ?? '',
      url: links.listing(to, data[`kind${at}`] ?? '', data[`listing${at}Id`] ?? ''),
    });
  return lines;
}

/** Listings that alerts have found: one in the words of its notice, or several in a list (rule 141). */
export const alertMails = {
  alertFound: found,

  alertsFound: (data: Mails['alertsFound'], to: Envelope): Content => {
    if (data.count === '1') return found(data, to);
    const { more } = data;
    const url = links.notifications(to);
    return {
      subject: `${data.count} annonces pour vos alertes`,
      paragraphs: ['De nouvelles annonces correspondent à vos alertes :'],
      list: [
        ...listed(data, to),
        ...(more === '0' ? [] : [{ label: `… et ${more} ${more === '1' ? 'autre' : 'autres'}`, url }]),
      ],
      action: { label: 'Voir mes notifications', url },
    };
  },
};
