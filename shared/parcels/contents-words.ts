import type { Category, Content } from './contents.ts';

export const categoryLabels: Readonly<Record<Category, string>> = {
  clothes: 'Vêtements, chaussures, tissus',
  pastries: 'Gâteaux et confiseries',
  dates: 'Dattes et fruits secs',
  grocery: "Épicerie emballée, huile d'olive",
  cosmetics: 'Parfums et cosmétiques',
  medicine: 'Médicaments et compléments',
  phone: 'Téléphone ou tablette',
  papers: 'Papiers et livres',
  toys: "Jouets, affaires d'enfant",
  gifts: 'Cadeaux et artisanat',
  electronics: 'Autre appareil électronique',
  appliance: 'Électroménager',
  household: 'Vaisselle, objets de maison',
  parts: 'Pièces détachées et outils',
  baby: 'Lait et aliments pour bébé',
  honey: 'Miel',
  staples: 'Semoule, pâtes, farine, sucre, huile',
  fresh: 'Viande, fromage, produits frais, plantes',
  sensitive: 'Drone, jumelles, GPS, radio',
  other: 'Autre',
};

/** « 6 × Vêtements, chaussures, tissus » */
export const contentText = ({ category, count }: Pick<Content, 'category' | 'count'>): string =>
  `${count} × ${categoryLabels[category]}`;
