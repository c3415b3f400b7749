import { brand } from '../values/brand.ts';
import type { NoticeGroup } from './choices.ts';

/** The words of a group on a device: for one push, and while an earlier one is still shown (rule 150). */
export const pushWords: Readonly<Record<NoticeGroup, { readonly one: string; readonly several: string }>> = {
  deliveries: { one: 'Du nouveau sur une livraison', several: 'Plusieurs nouveautés dans vos livraisons' },
  messages: { one: 'Vous avez un nouveau message', several: 'Vous avez plusieurs nouveaux messages' },
  account: { one: 'Du nouveau sur votre compte ou vos annonces', several: 'Plusieurs nouveautés sur votre compte' },
  alerts: { one: 'Une annonce correspond à vos alertes', several: 'Plusieurs annonces pour vos alertes' },
};

export const unknownPush = `Du nouveau sur ${brand.name}`;

/** Bytes as push services and our table write them. */
export const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
