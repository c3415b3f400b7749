import { paths } from '#shared/site/paths.ts';
import { toast } from '#web/lib/toast.ts';

export const published = {
  title: 'Votre colis a été publié !',
  // Not « maintenant visible » (product 2.8): it is not, before its validation (rule 13).
  detail: 'Votre annonce sera visible par les transporteurs après validation, sous 24 à 48 heures.',
};

/** One toast for the publication, updated with its result (« Voyageur prévenu »). */
export function sayPublished(also?: string): void {
  const detail = also ? `${also}. ${published.detail}` : published.detail;
  toast.success(published.title, detail, { to: paths.myParcels, text: 'Voir mes colis' });
}
