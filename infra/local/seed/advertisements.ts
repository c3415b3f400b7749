import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { picture } from './pictures.ts';
import type { Caller, SiteClient } from './site-client.ts';

/** Invented shops; `tone` draws a picture. */
const advertisements: readonly (Pick<AdminAdvertisement, 'title' | 'description' | 'position'> & {
  readonly ago: number;
  readonly path: string;
  readonly tone?: number;
  readonly isActive?: false;
})[] = [
  {
    position: 'footer',
    title: 'Cours de français',
    description: 'Le soir, en ligne.',
    path: 'cours',
    ago: 28,
    isActive: false,
  },
  {
    position: 'footer',
    title: 'Traduction assermentée',
    description: 'Actes, diplômes et dossiers, en français et en arabe.',
    path: 'traduction',
    ago: 18,
  },
  {
    position: 'header',
    title: 'Pesez avant de partir',
    description: 'La balance à bagages qui tient dans la poche.',
    path: 'balance',
    ago: 9,
  },
  {
    position: 'sidebar',
    title: 'Valises cabine',
    description: 'Légères, garanties dix ans.',
    path: 'valises',
    ago: 4,
    tone: 31,
  },
  {
    position: 'home',
    title: 'Cartons et papier bulle',
    description: 'Livrés chez vous en deux jours, de la boîte à chaussures à la malle.',
    path: 'cartons',
    ago: 1,
    tone: 5,
  },
];

/** One advertisement for each position, some with a picture, and one that is not shown. */
export async function advertise(day: number, site: SiteClient, admin: Caller): Promise<void> {
  for (const { ago, path, tone, ...facts } of advertisements) {
    if (ago !== day) continue;
    const upload =
      tone === undefined
        ? {}
        : {
            uploadId: await site.upload(picture('annonce.png', tone), (announced) =>
              admin.ok('requestAdvertisementUpload', { body: announced }),
            ),
          };
    const body = { ...facts, ...upload, linkUrl: `https://example.org/${path}`, priority: 10 };
    await admin.ok('createAdvertisement', { body });
  }
}
