import type { Category } from '#shared/parcels/contents.ts';

/** The labels of `categoryLabels` for a customs officer. A native reader checks them before a launch (rule 195). */
export const arabicLabels: Readonly<Record<Category, string>> = {
  clothes: 'ملابس وأحذية وأقمشة',
  pastries: 'حلويات',
  dates: 'تمور وفواكه جافة',
  grocery: 'مواد غذائية مغلّفة وزيت زيتون',
  cosmetics: 'عطور ومواد تجميل',
  medicine: 'أدوية ومكمّلات غذائية',
  phone: 'هاتف أو جهاز لوحي',
  papers: 'أوراق وكتب',
  toys: 'ألعاب ولوازم أطفال',
  gifts: 'هدايا ومصنوعات تقليدية',
  electronics: 'جهاز إلكتروني آخر',
  appliance: 'جهاز كهرومنزلي',
  household: 'أوانٍ وأدوات منزلية',
  parts: 'قطع غيار وأدوات',
  baby: 'حليب وأغذية الرضّع',
  honey: 'عسل',
  staples: 'سميد وعجائن ودقيق وسكر وزيت',
  fresh: 'لحوم وأجبان ومواد طازجة ونباتات',
  sensitive: 'طائرة مسيّرة أو منظار أو جهاز تحديد المواقع أو لاسلكي',
  other: 'أشياء أخرى',
};
