import { stopAfter } from '#shared/values/french.ts';
import { type Envelope, links } from '../links.ts';
import { inAlertList, inAlertMail } from '../mail.ts';

/**
 * Facts of a listing that an alert found. `kind` is `parcel` or `trip`. `alert` is the name of the alert, `when` its
 * choice, `leg` the part of the trip's route that it asked, or empty.
 */
export type FoundMail = Readonly<
  Record<'firstName' | 'kind' | 'when' | 'listingId' | 'title' | 'alert' | 'facts' | 'leg', string>
>;

/** Several listings have their place in the mail, from 0 on. */
type Gathered = FoundMail &
  Readonly<Partial<Record<`title${number}` | `kind${number}` | `listing${number}Id`, string>>> & {
    readonly count: string;
    readonly more: string;
  };

const found = ({ kind, listingId, title, alert, facts, leg }: FoundMail, to: Envelope) => ({
  subject: title,
  detail: leg ? `${facts} · Sur la route : ${leg}` : facts,
  paragraphs: [
    `Un ${kind === 'trip' ? 'trajet' : 'colis'} correspond à votre alerte « ${alert} »${stopAfter(alert)}`,
    facts,
    ...(leg ? [`Sur la route : ${leg}`] : []),
  ],
  action: {
    label: kind === 'trip' ? 'Voir le trajet' : 'Voir le colis',
    url: links.listing(to, kind, listingId),
  },
});

function listed(data: Gathered, to: Envelope) {
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
  /** It is a notice and never a mail of its own. */
  alertFound: inAlertList(found),

  alertsFound: inAlertMail((data: Gathered, to) => {
    if (data.count === '1') return found(data, to);
    const { more } = data;
    const url = links.notifications(to);
    return {
      subject: `${data.count} annonces pour vos alertes`,
      paragraphs: ['Touchez celle qui vous intéresse :'],
      list: [
        ...listed(data, to),
        ...(more === '0' ? [] : [{ label: `… et ${more} ${more === '1' ? 'autre' : 'autres'}`, url }]),
      ],
      action: { label: 'Voir mes notifications', url },
    };
  }),
};
