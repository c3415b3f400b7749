import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { escaped } from '#functions/platform/html.ts';
import { corridorLink } from '#shared/corridors/corridor-link.ts';
import type { Problem } from '#shared/refusal.ts';
import { parcelPicture, sharePicturePath, sharePictureSize, tripPicture } from '#shared/share/pictures.ts';
import type { ShareWords } from '#shared/share/words.ts';
import { findPath, paths, withQuery } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import type { Place } from '#shared/values/fields.ts';
import { routeText } from '#shared/values/french.ts';
import { documentOf, heading, link, mainLink, paragraph, pictureOf } from './document.ts';

export type Kind = 'parcel' | 'trip';

interface Shared {
  readonly kind: Kind;
  readonly words: Pick<ShareWords, 'title' | 'facts'>;
  readonly picture: string;
  readonly route: Route;
  readonly id: string;
  readonly path: string;
  readonly dialog: string;
  /** The address of the site, because link previews need absolute addresses of pictures. */
  readonly site: string;
}

/** A public listing: the link preview, and for browsers the way to its dialog. */
export function sharedPage({ kind, id, words: { title, facts }, picture, route, path, dialog, site }: Shared): string {
  const { width, height } = sharePictureSize;
  const description = facts.join(' · ');
  const property = (name: string, content: string | number) =>
    `<meta property="og:${name}" content="${escaped(String(content))}">`;
  return documentOf({
    title,
    head: [
      `<meta name="description" content="${escaped(description)}">`,
      property('type', 'website'),
      property('site_name', brand.name),
      property('locale', 'fr_FR'),
      property('title', title),
      property('description', description),
      property('url', site + path),
      property('image', site + sharePicturePath(picture)),
      property('image:type', 'image/png'),
      property('image:width', width),
      property('image:height', height),
      '<meta name="twitter:card" content="summary_large_image">',
    ],
    main: [
      pictureOf(picture),
      heading(title),
      `<ul>${facts.map((fact) => `<li>${escaped(fact)}</li>`).join('')}</ul>`,
      paragraph('Répondre à cette annonce demande un compte.'),
      mainLink(dialog, kind === 'parcel' ? 'Voir ce colis' : 'Voir ce trajet'),
      link(listingsOf(kind, route), similarTo(kind, route)),
      link(withQuery(paths.contact, { topic: 'report', kind, id }), 'Signaler cette annonce'),
    ],
  });
}

export interface Route {
  readonly from: Place;
  readonly to: Place;
}

/** A listing that is not public: always the same words, and a link to similar ones. */
export function gonePage(kind: Kind, route: Route | undefined): string {
  return documentOf({
    title: "Cette annonce n'est plus disponible",
    head: [],
    main: [
      pictureOf(
        kind === 'parcel'
          ? parcelPicture({ size: 'small', isFragile: false })
          : tripPicture({ transport: 'boat', maxSize: 'small' }),
      ),
      heading("Cette annonce n'est plus disponible"),
      paragraph('Elle a peut-être trouvé preneur, ou sa date est passée.'),
      mainLink(listingsOf(kind, route), route ? similarTo(kind, route) : `Chercher des ${thingsOf(kind)}`),
      link(paths.home, `Découvrir ${brand.name}`),
    ],
  });
}

const problemPage = ({ title, detail }: { title: string; detail: string }): string =>
  documentOf({
    title,
    head: [],
    main: [heading(title), paragraph(detail), link('', 'Réessayer'), link(paths.findParcels, 'Chercher une annonce')],
  });

const thingsOf = (kind: Kind) => (kind === 'parcel' ? 'colis' : 'trajets');
const similarTo = (kind: Kind, { from, to }: Route) => `Voir les ${thingsOf(kind)} ${routeText(from, to)}`;

/** The page of the route, or the search when an end is in no list. */
const listingsOf = (kind: Kind, route: Route | undefined): string =>
  (route && corridorLink(kind, route.from, route.to)) ?? findPath(kind, route);

type Answer = APIGatewayProxyStructuredResultV2;

/** A refusal or a fault becomes a page with its French sentences. */
export const asPages =
  <Given extends readonly unknown[]>(handler: (...given: Given) => Promise<Answer>) =>
  async (...given: Given): Promise<Answer> => {
    const answer = await handler(...given);
    if (answer.headers?.['content-type'] !== 'application/problem+json') return answer;
    return {
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' },
      body: problemPage(JSON.parse(answer.body ?? '') as Problem),
    };
  };
